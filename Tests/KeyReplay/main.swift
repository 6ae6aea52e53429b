import Glibc
import KeyRows

// `notes-tui-keys [--keymap vim|emacs] [--judge]`: reads rows as JSON lines on standard input. Without
// `--judge` it answers each row with the result of its keys; with it, it reports the rows whose
// result differs from the expected one. `--random COUNT [--seed SEED]` reads nothing: it makes
// rows, asks the installed editor, reports the same, and exits with 1 if more than one in a
// hundred differs.

struct Wishes {
  var keymap = "vim"
  var judges = false
  var random: Int?
  var seed: UInt64 = 1
}

func refuse(_ message: String) -> Never {
  print(message)
  exit(2)
}

var wishes = Wishes()
var arguments = Array(CommandLine.arguments.dropFirst())
while let argument = arguments.first {
  arguments.removeFirst()
  let value = arguments.first ?? ""
  switch argument {
  case "--judge":
    wishes.judges = true
    continue
  case "--keymap" where value == "vim" || value == "emacs": wishes.keymap = value
  case "--random" where Int(value) != nil: wishes.random = Int(value)
  case "--seed" where UInt64(value) != nil: wishes.seed = UInt64(value) ?? 1
  default:
    refuse(
      "notes-tui-keys takes --keymap vim or emacs, --judge, --random COUNT and --seed SEED, not "
        + "\(argument) \(value).")
  }
  arguments.removeFirst()
}

do {
  switch (wishes.keymap, wishes.random) {
  case ("vim", let count?): tell(try VimJudge().rows(count, seed: wishes.seed))
  case (_, let count?): tell(try EmacsJudge().rows(count, seed: wishes.seed))
  case ("vim", nil): read(VimRow.self, judging: wishes.judges)
  default: read(EmacsRow.self, judging: wishes.judges)
  }
} catch {
  refuse("\(error)")
}

func read<Row: KeyRow>(_: Row.Type, judging: Bool) {
  var replay = KeyReplay<Row>()
  while let line = readLine(strippingNewline: true) {
    // An endless row is reported too.
    alarm(20)
    guard let row = Row(Array(line.utf8)) else { continue }
    if judging { replay.add(row) } else { print(row.answer(row.play())) }
  }
  if judging { tell(replay) }
}

func tell<Row: KeyRow>(_ rows: [Row]) {
  var replay = KeyReplay<Row>()
  for row in rows {
    alarm(20)
    replay.add(row)
  }
  tell(replay)
  if !replay.isGood { exit(1) }
}

func tell<Row>(_ replay: KeyReplay<Row>) {
  for failure in replay.failures { print(failure) }
  print(replay.summary)
}
