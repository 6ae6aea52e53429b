import Cells
import Glibc
import KeyRows

// `notes-tui-keys [--keymap vim|emacs] [--judge]`: reads rows as JSON lines on standard input. Without
// `--judge` it answers each with what the keys make of it; with it, it says which rows come out
// otherwise than they say.

var keymap = "vim"
var judges = false
var arguments = Array(CommandLine.arguments.dropFirst())
while let argument = arguments.first {
  arguments.removeFirst()
  switch argument {
  case "--judge": judges = true
  case "--keymap" where !arguments.isEmpty: keymap = arguments.removeFirst()
  default:
    print("notes-tui-keys takes --keymap vim, --keymap emacs and --judge, not \(argument).")
    exit(2)
  }
}
guard keymap == "vim" || keymap == "emacs" else {
  print("There is no keymap \(keymap) here: vim, emacs.")
  exit(2)
}

var vim = VimReplay()
var emacs = EmacsReplay()
while let line = readLine(strippingNewline: true) {
  // A row that does not come to an end is told of too.
  alarm(20)
  if keymap == "emacs" {
    guard let row = EmacsRow(Array(line.utf8)) else { continue }
    if judges { emacs.add(row) } else { print(row.answer(row.play())) }
  } else {
    guard let row = VimRow(Array(line.utf8)) else { continue }
    if judges { vim.add(row) } else { print(row.answer(row.play())) }
  }
}
if judges {
  for failure in keymap == "emacs" ? emacs.failures : vim.failures { print(failure) }
  print(keymap == "emacs" ? emacs.summary : vim.summary)
}
