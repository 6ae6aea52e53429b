" notes-tui as the language server of your notes, for Vim 9 with the plugin
" yegappan/lsp. Copy this into your vimrc.

call LspAddServer([#{
  \ name: 'notes-tui',
  \ filetype: ['markdown'],
  \ path: 'notes-tui',
  \ args: ['lsp', '--vault', expand('~/notes')]
  \ }])
