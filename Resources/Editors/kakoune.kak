# notes-tui as the language server of your notes, for Kakoune with kakoune-lsp
# from 18 on. Copy this into your kakrc, with the path of your notes.

hook global BufSetOption filetype=markdown %{
    set-option buffer lsp_servers %{
        [notes-tui]
        root = "/home/you/notes"
        command = "notes-tui"
        args = ["lsp", "--vault", "/home/you/notes"]
    }
    lsp-enable-window
}
