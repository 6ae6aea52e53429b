# Completion of notes-tui for fish.

set -l commands script keys
set -l screen "not __fish_seen_subcommand_from $commands"
set -l script "__fish_seen_subcommand_from script"

complete -c notes-tui -n __fish_is_first_arg -a script -d 'Play UI scripts'
complete -c notes-tui -n __fish_is_first_arg -a keys -d 'Print what every key does'

complete -c notes-tui -n $screen -s C -l vault -x -a '(__fish_complete_directories)' -d 'The folder to open'
complete -c notes-tui -n $screen -l clock -x -d 'A fixed time; no timer runs'
complete -c notes-tui -n $screen -l ascii -d 'Borders and signs in ASCII'
complete -c notes-tui -n $screen -l no-color -d 'No colours'
complete -c notes-tui -n $screen -l trace-modules -d 'Log each module attached and detached'
complete -c notes-tui -n $screen -l version -d 'Print the version'
complete -c notes-tui -n $screen -s h -l help -d 'Print the help'

complete -c notes-tui -n $script -l driver -x -a 'fake pty both' -d 'Where to play'
complete -c notes-tui -n $script -l record -d 'Rewrite the screens in the scripts'
complete -c notes-tui -n $script -l slow -d 'Play on this terminal for a person to watch'
complete -c notes-tui -n $script -l json -d 'Print the results as JSON'
complete -c notes-tui -n $script -l picture -r -d 'Write the last frame of one script as a picture'
complete -c notes-tui -n $script -s h -l help -d 'Print the help'

complete -c notes-tui -n '__fish_seen_subcommand_from keys' -f
