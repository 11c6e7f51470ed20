<?php
/**
 * Runs language files as PHP does, as a second opinion for the tests of the formats: each line of the input is a file
 * in base64, each line of the output what it returns, its variables and its constants, or the error.
 */

namespace LoquatFile;

function defined($name)
{
    return true;
}

function define($name, $value)
{
    $GLOBALS['loquatConstants'][$name] = $value;
}

function run($loquatSource)
{
    $GLOBALS['loquatConstants'] = [];
    $loquatReturned = eval('namespace LoquatFile; ?>' . $loquatSource);
    $loquatVariables = get_defined_vars();
    unset($loquatVariables['loquatSource'], $loquatVariables['loquatReturned']);
    return [
        'returned' => $loquatReturned,
        'variables' => (object) $loquatVariables,
        'constants' => (object) $GLOBALS['loquatConstants'],
    ];
}

while (($line = fgets(STDIN)) !== false) {
    try {
        $answer = run(base64_decode($line));
    } catch (\Throwable $error) {
        $answer = ['error' => $error->getMessage()];
    }
    echo json_encode($answer, JSON_UNESCAPED_UNICODE), "\n";
}
