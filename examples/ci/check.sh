#!/usr/bin/env bash
# Check C files, each in its own run: check.sh RESULTS FILE...
#
# RESULTS gets a folder a file (tests, page.html) and findings.sarif with the failing paths of all of them. What the
# checks are is said by ANTUMBRA_OPTIONS, for example: --property valid-memsafety --timeout 60
# Exit status: 1 if something fails, 3 if a file cannot be read, else 0: what is not decided in its time fails nothing,
# unless ANTUMBRA_STRICT is set (then 2).
set -u
results=$1
shift
mkdir -p "$results" || exit 3
read -r -a options <<<"${ANTUMBRA_OPTIONS:---timeout 60}"
worst=0
folders=()
for file in "$@"; do
    folder=$results/run$((${#folders[@]} + 1))
    antumbra check "./${file#./}" "${options[@]}" --html --out "$folder"
    status=$?
    [ -f "$folder/result.json" ] && folders+=("$folder")
    case $status in
        0) ;;
        2) [ -n "${ANTUMBRA_STRICT:-}" ] && [ "$worst" -eq 0 ] && worst=2 ;;
        1) [ "$worst" -ne 3 ] && worst=1 ;;
        *) worst=3 ;;
    esac
done
if [ ${#folders[@]} -gt 0 ]; then
    antumbra report "${folders[@]}" --sarif "$results/findings.sarif" || worst=3
fi
exit $worst
