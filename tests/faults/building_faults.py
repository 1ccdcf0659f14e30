"""What is left out where a build of the user's is read: compilations that are not repeated, members of libraries."""

from __future__ import annotations

from antumbra.frontends import native, parts
from antumbra.frontends.c import compile as compiling
from antumbra.frontends.c import store
from antumbra.frontends.c.building import units
from building import test_members as members
from building import test_store as stored
from support.faults import Fault

_FLAGS = stored.test_flags_properties_text_and_times_count
_CHANGED = stored.test_a_changed_header_is_compiled_again
_EARLIER = stored.test_a_header_that_appears_in_an_earlier_folder_is_seen
_COMPUTED = stored.test_a_header_by_a_name_that_is_computed_is_not_kept
_WHILE = stored.test_a_header_that_changed_while_it_was_read_is_not_kept
_READING = stored.test_large_modules_are_prepared_once_for_each_way_of_reading

FAULTS = [
    Fault("kept files", "headers are the same", store._unchanged, "!= known", "is None", (_CHANGED,)),
    Fault("kept files", "no header comes first", store._unchanged, "_present(read) == present", "True", (_EARLIER,)),
    Fault(
        "kept files",
        "names of headers are known",
        store.reads,
        " or any(Path(name).name not in known for name in files)",
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
    Fault("kept files", "flags are the same", compiling._Job.key, "*self._command, ", "", (_FLAGS,)),
    Fault("kept modules", "roots are the same", native._translate, ", *roots, *map", ", *map", (_READING,)),
    Fault(
        "kept modules",
        "options are the same",
        native._state,
        "return (canonical, options.simplify_cfg, options.libc, *known)",
        "return ()",
        (_READING,),
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
]
