"""What is left out where a build of the user's is read: compilations that are not repeated, members of libraries."""

from __future__ import annotations

from antumbra.frontends import kept, native, parts
from antumbra.frontends.c import aligned, indices, store
from antumbra.frontends.c import compile as compiling
from antumbra.frontends.c.building import arguments, units, wrapper
from building import test_cc as built
from building import test_kept as programs
from building import test_members as members
from building import test_store as stored
from frontends_c import test_aligned as accesses
from frontends_c import test_attributes as attributes
from frontends_c import test_indices as behind
from support.faults import Fault

_FLAGS = stored.test_flags_properties_text_and_times_count
_CHANGED = stored.test_a_changed_header_is_compiled_again
_EARLIER = stored.test_a_header_that_appears_in_an_earlier_folder_is_seen
_COMPUTED = stored.test_a_header_by_a_name_that_is_computed_is_not_kept
_UNSPELLED = stored.test_a_header_by_a_name_that_is_not_spelled_where_it_counts_is_not_kept
_FOLDER = stored.test_a_folder_that_becomes_a_header_is_seen
_READS = stored.test_flags_that_may_read_files_are_not_kept
_WHILE = stored.test_a_header_that_changed_while_it_was_read_is_not_kept
_READING = stored.test_large_modules_are_prepared_once_for_each_way_of_reading

FAULTS = [
    Fault("kept files", "headers are the same", store._unchanged, "!= known", "is None", (_CHANGED,)),
    Fault("kept files", "no header comes first", store._unchanged, "_present(read) == present", "True", (_EARLIER,)),
    Fault(
        "kept files",
        "names of headers are known",
        store.reads,
        " or any(not name.endswith(known) for name in files)",
        "",
        (_COMPUTED,),
    ),
    Fault("kept files", "no times", store.reads, "any(_ELUSIVE.search(each) for each in texts) or ", "", (_FLAGS,)),
    Fault(
        "kept files",
        "headers were not changing",
        store._settled,
        "max(status.st_mtime_ns, status.st_ctime_ns) < began - MARGIN_NS",
        "True",
        (_WHILE,),
    ),
    Fault("kept files", "folders are no headers", store._present, ".is_file()", ".exists()", (_FOLDER,)),
    Fault(
        "kept files",
        "macros name no headers",
        store.reads,
        "for macro in _values(command, _MACRO_FLAGS)",
        "for macro in ()",
        (_UNSPELLED,),
    ),
    Fault(
        "kept files",
        "flags read no files",
        compiling._Job._reads,
        "if not store.are_known(",
        "if not bool(",
        (_READS,),
    ),
    Fault("kept files", "flags are the same", compiling._Job.key, "*self._command, ", "", (_FLAGS,)),
    Fault("kept modules", "roots are the same", native._prepared, ", *roots, *map", ", *map", (_READING,)),
    Fault(
        "kept modules",
        "options are the same",
        native._state,
        "return (canonical, options.simplify_cfg, options.libc, *known)",
        "return ()",
        (_READING,),
    ),
    Fault(
        "kept programs",
        "the module is the same",
        kept.key_of,
        "hashlib.sha256(ir)",
        "hashlib.sha256()",
        (programs.test_another_text_is_another_program,),
    ),
    Fault(
        "kept programs",
        "options are the same",
        kept.key_of,
        ", *_canonical(options)",
        "",
        (programs.test_other_options_are_another_program,),
    ),
    Fault(
        "kept programs",
        "there is no contract",
        kept.key_of,
        " or part.contracts is not None",
        "",
        (programs.test_contracts_are_read_each_time,),
    ),
    Fault(
        "kept programs",
        "our own files are the same",
        kept.key_of,
        ", _own_state()",
        "",
        (programs.test_files_of_ours_that_change_make_another_program,),
    ),
    Fault(
        "kept programs",
        "nobody else can write them",
        kept._is_own,
        " and not status.st_mode & 0o022",
        "",
        (programs.test_what_others_could_have_written_is_not_believed,),
    ),
    Fault(
        "kept programs",
        "they are what was written",
        kept.find,
        "hashlib.sha256(content).hexdigest().encode() != mark",
        "False",
        (programs.test_what_is_damaged_is_read_anew,),
    ),
    Fault(
        "kept programs",
        "they have their own name",
        kept.find,
        'entry["key"] != key',
        "False",
        (programs.test_what_is_damaged_is_read_anew,),
    ),
    Fault(
        "libraries",
        "what is missing comes",
        parts._Symbols.add,
        "self._missing.add(name)",
        "pass",
        (members.test_what_is_missing_is_taken_and_what_that_misses,),
    ),
    Fault(
        "libraries",
        "what is there does not come",
        parts._Symbols.wants,
        "if name in self.defined:",
        "if False:",
        (members.test_what_is_there_is_not_taken,),
    ),
    Fault(
        "libraries",
        "weak references miss nothing",
        parts._Symbols.add,
        ' or "extern_weak" in words',
        "",
        (members.test_weak_references_take_nothing,),
    ),
    Fault(
        "libraries",
        "common symbols get a value",
        parts._Symbols.wants,
        " or (valued and name in self._common)",
        "",
        (members.test_a_common_symbol_takes_its_value_and_no_other_common_symbol,),
    ),
    Fault(
        "libraries",
        "what has no text is named",
        parts._with_members,
        "lacking.append(needed.name)",
        "pass",
        (members.test_what_has_no_text_is_named_and_taken_once,),
    ),
    Fault(
        "carried text",
        "flags are from a list",
        units.units,
        "if lasting(arguments) != tuple(arguments):",
        "if False:",
        (members.test_flags_of_objects_are_from_a_list,),
    ),
    Fault(
        "carried text",
        "no files are read",
        compiling._Job.output,
        "store.prerequisites(rule) != [str(copy)]",
        "False",
        (members.test_text_of_objects_reads_no_files,),
    ),
    Fault(
        "carried text",
        "variables name folders of headers",
        wrapper._from_environment,
        "if os.environ.get(name) else ()",
        "if False else ()",
        (built.test_headers_and_macros_are_those_that_the_compiler_had,),
    ),
    Fault(
        "carried text",
        "options of inner programs count",
        arguments._meaning,
        "inner.append(word.value)",
        "pass",
        (built.test_headers_and_macros_are_those_that_the_compiler_had,),
    ),
    Fault(
        "checks of clang",
        "ours come behind the user's flags",
        compiling._Job.__init__,
        ", *_checks(options)]",
        "]",
        (attributes.test_flags_of_a_build_do_not_switch_checks_off,),
    ),
    Fault(
        "checks of clang",
        "no header has macros of these names",
        compiling._Job.output,
        "if self._undone(rule, copy):",
        "if False:",
        (attributes.test_headers_with_macros_of_that_name_do_not_switch_checks_off,),
    ),
    Fault(
        "checks of clang",
        "only variables lie as they should",
        aligned._function,
        '" = alloca " in line',
        '" = load ptr," in line',
        (accesses.test_each_kind_of_access_is_checked,),
    ),
    Fault(
        "checks of clang",
        "structures that are passed are accessed",
        aligned.accesses,
        "(call[1] or _RELYING.search(argument))",
        "call[1]",
        (accesses.test_each_kind_of_access_is_checked,),
    ),
    Fault(
        "checks of clang",
        "the place behind an array is not accessed",
        indices._function,
        'check["address"] in used else',
        "False else",
        (behind.test_each_kind_of_access_is_checked,),
    ),
    Fault(
        "checks of clang",
        "a known index is checked",
        indices._decided,
        "if wrong else",
        "if False else",
        (behind.test_each_kind_of_access_is_checked,),
    ),
]
