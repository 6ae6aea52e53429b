-- A person's work with notes in Neovim, by the configuration in Resources/Editors. Each step waits
-- for a fact, and fails with what it saw.

local home = vim.env.HOME
local function note(name) return home .. '/notes/' .. name end
local is11 = vim.fn.has('nvim-0.11') == 1

local function fail(what, seen)
  io.stderr:write(what .. ': ' .. vim.inspect(seen) .. '\n')
  vim.cmd('cquit 1')
end

local function wait(what, fact)
  local seen
  local ok = vim.wait(10000, function()
    local done, value = fact()
    seen = value
    return done
  end, 20)
  if not ok then fail(what, seen) end
end

local function lines(buffer) return vim.api.nvim_buf_get_lines(buffer or 0, 0, -1, false) end
local function text(buffer) return table.concat(lines(buffer), '\n') end

local function attached(buffer)
  if vim.lsp.get_clients then return vim.lsp.get_clients({ bufnr = buffer }) end
  return vim.lsp.buf_get_clients(buffer)
end

local function open(name)
  vim.cmd('edit ' .. vim.fn.fnameescape(note(name)))
  local buffer = vim.api.nvim_get_current_buf()
  wait('the server is attached to ' .. name, function()
    local clients = attached(buffer)
    for _, client in pairs(clients) do
      if client.initialized or client.server_capabilities then return true end
    end
    return false, clients
  end)
  return buffer
end

-- Puts the cursor on a word, and asks.
local function at(word)
  local row, column
  for number, line in ipairs(lines()) do
    local found = line:find(word, 1, true)
    if found then row, column = number, found - 1 break end
  end
  if not row then fail('no ' .. word, lines()) end
  vim.api.nvim_win_set_cursor(0, { row, column })
end

local function ask(method, more)
  local encoding
  for _, client in pairs(attached(0)) do encoding = client.offset_encoding end
  local params = vim.lsp.util.make_position_params(0, encoding)
  if method == 'completionItem/resolve' then params = {} end
  for name, value in pairs(more or {}) do params[name] = value end
  local answers = vim.lsp.buf_request_sync(0, method, params, 10000)
  for _, answer in pairs(answers or {}) do
    if answer.error then fail(method, answer.error) end
    return answer.result
  end
  fail(method, answers)
end

local function equal(what, seen, wanted)
  if not vim.deep_equal(seen, wanted) then fail(what, { seen = seen, wanted = wanted }) end
end

-- Completion in text that was never saved.
local a = open('a.md')
vim.api.nvim_buf_set_lines(a, -1, -1, false, { '', 'wörds 😀 [[Bet' })
vim.api.nvim_win_set_cursor(0, { vim.api.nvim_buf_line_count(a), #'wörds 😀 [[Bet' })
local found = ask('textDocument/completion')
equal('completion', found.items[1].textEdit.newText, 'b]]')
equal('its note', found.items[1].detail, 'work/b.md')
local resolved = ask('completionItem/resolve', found.items[1])
if not resolved.documentation.value:find('milk') then fail('its text', resolved) end
vim.cmd('undo')

-- Definition and references.
at('[[work/b#Part]]')
vim.cmd('normal! 2l')
vim.lsp.buf.definition()
wait('definition', function()
  local name = vim.api.nvim_buf_get_name(0)
  return name == note('work/b.md') and vim.api.nvim_win_get_cursor(0)[1] == 5, { name, vim.api.nvim_win_get_cursor(0) }
end)
local b = vim.api.nvim_get_current_buf()
at('Beta')
local references = ask('textDocument/references', { context = { includeDeclaration = false } })
equal('references', #references, 4)

-- What is broken is shown: pushed by 0.7, asked for by 0.11.
vim.api.nvim_set_current_buf(a)
wait('diagnostics', function()
  local found = {}
  for _, item in ipairs(vim.diagnostic.get(a)) do found[#found + 1] = item.message end
  return vim.tbl_contains(found, 'There is no note “nowhere”.'), found
end)

-- The heading is renamed in the open texts and in one that is not open, and undone here.
vim.cmd('silent wall')
vim.api.nvim_set_current_buf(b)
at('Part')
vim.lsp.buf.rename('Chapter')
wait('the heading', function() return text(b):find('## Chapter', 1, true) ~= nil, text(b) end)
wait('the link to it', function()
  return text(a):find('[[work/b#Chapter]]', 1, true) ~= nil, text(a)
end)
local c = vim.fn.bufnr(note('c.md'))
wait('the link in a file that was not open', function()
  return text(c):find('[[b#Chapter]]', 1, true) ~= nil, text(c)
end)
vim.api.nvim_set_current_buf(a)
vim.cmd('undo')
equal('after undo', text(a):find('[[work/b#Part]]', 1, true) ~= nil, true)
vim.cmd('redo')
vim.cmd('silent wall')
equal('the saved file', table.concat(vim.fn.readfile(note('c.md')), '\n'), '# C\n\n[[b#Chapter]] #tag')

-- The note is renamed from a link to it: its file, its title and all links.
at('[[work/b#Chapter]]')
vim.cmd('normal! 2l')
vim.lsp.buf.rename('Gamma')
wait('the file', function() return vim.fn.filereadable(note('work/Gamma.md')) == 1 end)
wait('the links', function()
  return text(a):find('[[work/Gamma#Chapter]]', 1, true) ~= nil, text(a)
end)
vim.cmd('silent wall')

-- The tag, everywhere.
at('#tag')
vim.cmd('normal! l')
vim.lsp.buf.rename('new')
wait('the tag', function() return text(a):find('#new', 1, true) ~= nil, text(a) end)
vim.cmd('silent wall')
equal('the other file', vim.fn.readfile(note('c.md'))[3], '[[Gamma#Chapter]] #new')

-- Code actions: tick a task.
at('- [ ] go home')
local client
for _, one in pairs(attached(0)) do client = one end
local range = vim.lsp.util.make_range_params(0, client.offset_encoding)
range.context = { diagnostics = {} }
for _, answer in pairs(vim.lsp.buf_request_sync(0, 'textDocument/codeAction', range, 10000)) do
  for _, action in ipairs(answer.result) do
    if action.title == 'Tick the task' then
      vim.lsp.util.apply_workspace_edit(action.edit, client.offset_encoding)
    end
  end
end
wait('the ticked task', function() return text(a):find('- [x] go home', 1, true) ~= nil, text(a) end)
vim.cmd('silent wall')

-- Hints: the links to a note.
if is11 then
  open('work/Gamma.md')
  wait('the hint', function()
    local hints = vim.lsp.inlay_hint.get({ bufnr = 0 })
    return hints[1] ~= nil and hints[1].inlay_hint.label == '4 backlinks', hints
  end)
end
vim.cmd('qall!')
