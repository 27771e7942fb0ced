# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_tablet_of_truth_global_optspecs
    string join \n data-dir= language= h/help V/version
end

function __fish_tablet_of_truth_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_tablet_of_truth_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_tablet_of_truth_using_subcommand
    set -l cmd (__fish_tablet_of_truth_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c tablet-of-truth -n "__fish_tablet_of_truth_needs_command" -l data-dir -d 'Use this folder for the sessions instead of the platform\'s data folder' -r -F
complete -c tablet-of-truth -n "__fish_tablet_of_truth_needs_command" -l language -d 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_needs_command" -s h -l help -d 'Print help'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_needs_command" -s V -l version -d 'Print version'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_needs_command" -a "score" -d 'Score a session file, or a game written by hand, and print the result'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_needs_command" -a "list" -d 'List the sessions of the archive, newest first'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_needs_command" -a "stats" -d 'Statistics of the archive: players, head to head, records of the table'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_needs_command" -a "export" -d 'Export sessions: text, Markdown, CSV, JSON, HTML, SVG, PNG, PDF or BG Stats'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_needs_command" -a "pad" -d 'Write an empty score pad as PDF, to print'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_needs_command" -a "import" -d 'Import sessions into the archive: session files, an archive in one file, or tables of rounds as CSV'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_needs_command" -a "check" -d 'Read every file of the archive, or the files given, and say what is wrong with them'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_needs_command" -a "backup" -d 'Write the whole archive to one file, as a backup or to import elsewhere'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_needs_command" -a "odds" -d 'The exact chance of taking the trick in round 1 with a given card, and what to bid'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_needs_command" -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand score" -l format -d 'What to print' -r -f -a "table\t'Aligned columns for reading'
json\t'All rounds and standings for other programs'
csv\t'One row per player and round'"
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand score" -l data-dir -d 'Use this folder for the sessions instead of the platform\'s data folder' -r -F
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand score" -l language -d 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand score" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand list" -l player -d 'Only sessions with this player, spelt exactly so; repeat it for several players' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand list" -l players -d 'Only with this many players' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand list" -l game -d 'Only sessions of this game' -r -f -a "wizard\t'Wizard'
last-wizard\t'The Last Wizard'"
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand list" -l edition -d 'Only games of this edition of Wizard' -r -f -a "classic\t'The classic deck'
anniversary\t'With special cards of the 25-year edition'
thirty-years\t'With special cards that the 30-year edition adds'"
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand list" -l year -d 'Only games that began in this year' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand list" -l search -d 'Only where all these words occur in players, place, notes or date ("emilie march 2026")' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand list" -l format -d 'What to print' -r -f -a "table\t'Aligned columns for reading'
json\t'All that is known of each session, for other programs'
csv\t'One row per session'"
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand list" -l data-dir -d 'Use this folder for the sessions instead of the platform\'s data folder' -r -F
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand list" -l language -d 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand stats" -l player -d 'Only sessions with this player, spelt exactly so; repeat it for several players' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand stats" -l players -d 'Only with this many players' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand stats" -l game -d 'Only sessions of this game' -r -f -a "wizard\t'Wizard'
last-wizard\t'The Last Wizard'"
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand stats" -l edition -d 'Only games of this edition of Wizard' -r -f -a "classic\t'The classic deck'
anniversary\t'With special cards of the 25-year edition'
thirty-years\t'With special cards that the 30-year edition adds'"
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand stats" -l year -d 'Only games that began in this year' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand stats" -l search -d 'Only where all these words occur in players, place, notes or date ("emilie march 2026")' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand stats" -l format -d 'What to print' -r -f -a "table\t'The main figures for reading'
json\t'Every figure with its sample, for other programs'"
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand stats" -l data-dir -d 'Use this folder for the sessions instead of the platform\'s data folder' -r -F
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand stats" -l language -d 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand stats" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand export" -l to -d 'The format to write' -r -f -a "text\t'Aligned columns for a chat'
markdown\t'Tables for a forum or a wiki'
csv\t'One row per player and round'
json\t'Everything, for other programs'
html\t'One page without script or network, prints on A4'
svg\t'The sheet as a picture that scales'
png\t'The sheet as a picture'
pdf\t'The sheet on A4'
bgstats\t'A play file of BG Stats'"
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand export" -s o -l output -d 'A file, or a folder for several; without it, or with -, the result goes to standard output' -r -F
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand export" -l data-dir -d 'Use this folder for the sessions instead of the platform\'s data folder' -r -F
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand export" -l language -d 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand export" -l force -d 'Overwrite files that exist'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand export" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand pad" -s o -l output -d 'A file, or a folder that exists; without it, or with -, the PDF goes to standard output' -r -F
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand pad" -l data-dir -d 'Use this folder for the sessions instead of the platform\'s data folder' -r -F
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand pad" -l language -d 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand pad" -l plus-minus-one -d 'Name Plus/Minus One below the rounds: the bids may not add up to the cards'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand pad" -l force -d 'Overwrite a file that exists'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand pad" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand import" -l format -d 'What to print' -r -f -a "table\t'Lines for reading'
json\t'For other programs'"
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand import" -l data-dir -d 'Use this folder for the sessions instead of the platform\'s data folder' -r -F
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand import" -l language -d 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand import" -l dry-run -d 'Read and check everything, but write nothing'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand import" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand check" -l format -d 'What to print' -r -f -a "table\t'Lines for reading'
json\t'For other programs'"
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand check" -l data-dir -d 'Use this folder for the sessions instead of the platform\'s data folder' -r -F
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand check" -l language -d 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand backup" -l data-dir -d 'Use this folder for the sessions instead of the platform\'s data folder' -r -F
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand backup" -l language -d 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand backup" -l force -d 'Overwrite a file that exists'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand backup" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand odds" -l players -d 'The players at the table' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand odds" -l seat -d 'Your place in the order of play: 1 leads, the last one deals' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand odds" -l turned-up -d 'The turned-up card: red-7, wizard, jester; blue, red, green and yellow are humans, dwarves, elves and giants' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand odds" -l card -d 'Your own card' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand odds" -l trump -d 'The trump the dealer chose if a Wizard is turned up; by default all are printed' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand odds" -l format -d 'What to print' -r -f -a "table\t'Sentences and a table for reading'
json\t'Exact fractions for other programs'"
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand odds" -l data-dir -d 'Use this folder for the sessions instead of the platform\'s data folder' -r -F
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand odds" -l language -d 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system' -r
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand odds" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand help; and not __fish_seen_subcommand_from score list stats export pad import check backup odds help" -f -a "score" -d 'Score a session file, or a game written by hand, and print the result'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand help; and not __fish_seen_subcommand_from score list stats export pad import check backup odds help" -f -a "list" -d 'List the sessions of the archive, newest first'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand help; and not __fish_seen_subcommand_from score list stats export pad import check backup odds help" -f -a "stats" -d 'Statistics of the archive: players, head to head, records of the table'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand help; and not __fish_seen_subcommand_from score list stats export pad import check backup odds help" -f -a "export" -d 'Export sessions: text, Markdown, CSV, JSON, HTML, SVG, PNG, PDF or BG Stats'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand help; and not __fish_seen_subcommand_from score list stats export pad import check backup odds help" -f -a "pad" -d 'Write an empty score pad as PDF, to print'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand help; and not __fish_seen_subcommand_from score list stats export pad import check backup odds help" -f -a "import" -d 'Import sessions into the archive: session files, an archive in one file, or tables of rounds as CSV'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand help; and not __fish_seen_subcommand_from score list stats export pad import check backup odds help" -f -a "check" -d 'Read every file of the archive, or the files given, and say what is wrong with them'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand help; and not __fish_seen_subcommand_from score list stats export pad import check backup odds help" -f -a "backup" -d 'Write the whole archive to one file, as a backup or to import elsewhere'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand help; and not __fish_seen_subcommand_from score list stats export pad import check backup odds help" -f -a "odds" -d 'The exact chance of taking the trick in round 1 with a given card, and what to bid'
complete -c tablet-of-truth -n "__fish_tablet_of_truth_using_subcommand help; and not __fish_seen_subcommand_from score list stats export pad import check backup odds help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
