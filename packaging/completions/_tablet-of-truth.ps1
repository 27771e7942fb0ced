
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'tablet-of-truth' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'tablet-of-truth'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'tablet-of-truth' {
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'Use this folder for the sessions instead of the platform''s data folder')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('score', 'score', [CompletionResultType]::ParameterValue, 'Score a session file, or a game written by hand, and print the result')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the sessions of the archive, newest first')
            [CompletionResult]::new('stats', 'stats', [CompletionResultType]::ParameterValue, 'Statistics of the archive: players, head to head, records of the table')
            [CompletionResult]::new('export', 'export', [CompletionResultType]::ParameterValue, 'Export sessions: text, Markdown, CSV, JSON, HTML, SVG, PNG, PDF or BG Stats')
            [CompletionResult]::new('pad', 'pad', [CompletionResultType]::ParameterValue, 'Write an empty score pad as PDF, to print')
            [CompletionResult]::new('import', 'import', [CompletionResultType]::ParameterValue, 'Import sessions into the archive: session files, an archive in one file, or tables of rounds as CSV')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Read every file of the archive, or the files given, and say what is wrong with them')
            [CompletionResult]::new('backup', 'backup', [CompletionResultType]::ParameterValue, 'Write the whole archive to one file, as a backup or to import elsewhere')
            [CompletionResult]::new('odds', 'odds', [CompletionResultType]::ParameterValue, 'The exact chance of taking the trick in round 1 with a given card, and what to bid')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'tablet-of-truth;score' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'What to print')
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'Use this folder for the sessions instead of the platform''s data folder')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'tablet-of-truth;list' {
            [CompletionResult]::new('--player', '--player', [CompletionResultType]::ParameterName, 'Only sessions with this player, spelt exactly so; repeat it for several players')
            [CompletionResult]::new('--players', '--players', [CompletionResultType]::ParameterName, 'Only with this many players')
            [CompletionResult]::new('--game', '--game', [CompletionResultType]::ParameterName, 'Only sessions of this game')
            [CompletionResult]::new('--edition', '--edition', [CompletionResultType]::ParameterName, 'Only games of this edition of Wizard')
            [CompletionResult]::new('--year', '--year', [CompletionResultType]::ParameterName, 'Only games that began in this year')
            [CompletionResult]::new('--search', '--search', [CompletionResultType]::ParameterName, 'Only where all these words occur in players, place, notes or date ("emilie march 2026")')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'What to print')
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'Use this folder for the sessions instead of the platform''s data folder')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'tablet-of-truth;stats' {
            [CompletionResult]::new('--player', '--player', [CompletionResultType]::ParameterName, 'Only sessions with this player, spelt exactly so; repeat it for several players')
            [CompletionResult]::new('--players', '--players', [CompletionResultType]::ParameterName, 'Only with this many players')
            [CompletionResult]::new('--game', '--game', [CompletionResultType]::ParameterName, 'Only sessions of this game')
            [CompletionResult]::new('--edition', '--edition', [CompletionResultType]::ParameterName, 'Only games of this edition of Wizard')
            [CompletionResult]::new('--year', '--year', [CompletionResultType]::ParameterName, 'Only games that began in this year')
            [CompletionResult]::new('--search', '--search', [CompletionResultType]::ParameterName, 'Only where all these words occur in players, place, notes or date ("emilie march 2026")')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'What to print')
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'Use this folder for the sessions instead of the platform''s data folder')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'tablet-of-truth;export' {
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'The format to write')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'A file, or a folder for several; without it, or with -, the result goes to standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'A file, or a folder for several; without it, or with -, the result goes to standard output')
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'Use this folder for the sessions instead of the platform''s data folder')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Overwrite files that exist')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'tablet-of-truth;pad' {
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'A file, or a folder that exists; without it, or with -, the PDF goes to standard output')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'A file, or a folder that exists; without it, or with -, the PDF goes to standard output')
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'Use this folder for the sessions instead of the platform''s data folder')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system')
            [CompletionResult]::new('--plus-minus-one', '--plus-minus-one', [CompletionResultType]::ParameterName, 'Name Plus/Minus One below the rounds: the bids may not add up to the cards')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Overwrite a file that exists')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'tablet-of-truth;import' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'What to print')
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'Use this folder for the sessions instead of the platform''s data folder')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Read and check everything, but write nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'tablet-of-truth;check' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'What to print')
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'Use this folder for the sessions instead of the platform''s data folder')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'tablet-of-truth;backup' {
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'Use this folder for the sessions instead of the platform''s data folder')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Overwrite a file that exists')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'tablet-of-truth;odds' {
            [CompletionResult]::new('--players', '--players', [CompletionResultType]::ParameterName, 'The players at the table')
            [CompletionResult]::new('--seat', '--seat', [CompletionResultType]::ParameterName, 'Your place in the order of play: 1 leads, the last one deals')
            [CompletionResult]::new('--turned-up', '--turned-up', [CompletionResultType]::ParameterName, 'The turned-up card: red-7, wizard, jester; blue, red, green and yellow are humans, dwarves, elves and giants')
            [CompletionResult]::new('--card', '--card', [CompletionResultType]::ParameterName, 'Your own card')
            [CompletionResult]::new('--trump', '--trump', [CompletionResultType]::ParameterName, 'The trump the dealer chose if a Wizard is turned up; by default all are printed')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'What to print')
            [CompletionResult]::new('--data-dir', '--data-dir', [CompletionResultType]::ParameterName, 'Use this folder for the sessions instead of the platform''s data folder')
            [CompletionResult]::new('--language', '--language', [CompletionResultType]::ParameterName, 'Use this language: en, de, fr or pt-BR; the default is that of the settings or the system')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'tablet-of-truth;help' {
            [CompletionResult]::new('score', 'score', [CompletionResultType]::ParameterValue, 'Score a session file, or a game written by hand, and print the result')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the sessions of the archive, newest first')
            [CompletionResult]::new('stats', 'stats', [CompletionResultType]::ParameterValue, 'Statistics of the archive: players, head to head, records of the table')
            [CompletionResult]::new('export', 'export', [CompletionResultType]::ParameterValue, 'Export sessions: text, Markdown, CSV, JSON, HTML, SVG, PNG, PDF or BG Stats')
            [CompletionResult]::new('pad', 'pad', [CompletionResultType]::ParameterValue, 'Write an empty score pad as PDF, to print')
            [CompletionResult]::new('import', 'import', [CompletionResultType]::ParameterValue, 'Import sessions into the archive: session files, an archive in one file, or tables of rounds as CSV')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Read every file of the archive, or the files given, and say what is wrong with them')
            [CompletionResult]::new('backup', 'backup', [CompletionResultType]::ParameterValue, 'Write the whole archive to one file, as a backup or to import elsewhere')
            [CompletionResult]::new('odds', 'odds', [CompletionResultType]::ParameterValue, 'The exact chance of taking the trick in round 1 with a given card, and what to bid')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'tablet-of-truth;help;score' {
            break
        }
        'tablet-of-truth;help;list' {
            break
        }
        'tablet-of-truth;help;stats' {
            break
        }
        'tablet-of-truth;help;export' {
            break
        }
        'tablet-of-truth;help;pad' {
            break
        }
        'tablet-of-truth;help;import' {
            break
        }
        'tablet-of-truth;help;check' {
            break
        }
        'tablet-of-truth;help;backup' {
            break
        }
        'tablet-of-truth;help;odds' {
            break
        }
        'tablet-of-truth;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
