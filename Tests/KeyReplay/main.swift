import Cells
import Glibc
import KeyRows

// `notes-tui-keys [--keymap vim] [--judge]`: reads rows as JSON lines on standard input. Without
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
    print("notes-tui-keys takes --keymap vim and --judge, not \(argument).")
    exit(2)
  }
}
guard keymap == "vim" else {
  print("There is no keymap \(keymap) here: vim.")
  exit(2)
}

var replay = VimReplay()
while let line = readLine(strippingNewline: true) {
  guard let row = VimRow(Array(line.utf8)) else { continue }
  // A row that does not come to an end is told of too.
  alarm(20)
  if judges {
    replay.add(row)
  } else {
    print(row.answer(row.play()))
  }
}
if judges {
  for failure in replay.failures { print(failure) }
  print(replay.summary)
}
