# Completion of notes-tui for fish. Made by `notes-tui completions fish`.

function __notes_tui_complete
    set -l found (notes-tui completions for fish (commandline -cp) 2>/dev/null)
    printf '%s\n' $found[2..-1]
    switch "$found[1]"
        case files
            __fish_complete_path (commandline -ct)
        case folders
            __fish_complete_directories (commandline -ct)
    end
end

complete -c notes-tui -f -a '(__notes_tui_complete)'
