#!/bin/sh
# Runs git with as much memory and as large files as a repository of somebody else may cost us; every process that git
# starts has the same limits. A system that knows no such limit goes without.
ulimit -S -d "${LOQUAT_GIT_MEMORY:-2097152}" 2>/dev/null # in kB
ulimit -S -f 16777216 2>/dev/null                        # in 512 bytes: 8 GB
unset LOQUAT_GIT_MEMORY PWD OLDPWD
exec git "$@"
