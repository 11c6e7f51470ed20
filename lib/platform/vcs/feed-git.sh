#!/bin/sh
# Runs git with a file as its standard input.
input=$LOQUAT_GIT_INPUT
unset LOQUAT_GIT_INPUT PWD OLDPWD
exec git "$@" < "$input"
