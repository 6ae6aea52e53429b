-- notes-tui as the language server of your notes, for Neovim from 0.7 on.
-- Copy this into your init.lua, or save it as ~/.config/nvim/plugin/notes.lua.

local vault = vim.fn.expand('~/notes')
local client

vim.api.nvim_create_autocmd('FileType', {
  pattern = 'markdown',
  callback = function(args)
    local file = vim.api.nvim_buf_get_name(args.buf)
    if file:sub(1, #vault + 1) ~= vault .. '/' then return end
    if not client then
      client = vim.lsp.start_client({
        name = 'notes-tui',
        cmd = { 'notes-tui', 'lsp', '--vault', vault },
        root_dir = vault,
        on_exit = function() client = nil end,
      })
    end
    vim.lsp.buf_attach_client(args.buf, client)
    -- Completion with Ctrl-X Ctrl-O, and these keys of Neovim 0.11 in older ones too.
    vim.bo[args.buf].omnifunc = 'v:lua.vim.lsp.omnifunc'
    local function map(keys, does) vim.keymap.set('n', keys, does, { buffer = args.buf }) end
    map('gd', vim.lsp.buf.definition)
    map('K', vim.lsp.buf.hover)
    map('grr', vim.lsp.buf.references)
    map('grn', vim.lsp.buf.rename)
    map('gra', vim.lsp.buf.code_action)
    if vim.lsp.inlay_hint then vim.lsp.inlay_hint.enable(true, { bufnr = args.buf }) end
  end,
})
