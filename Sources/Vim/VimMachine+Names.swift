package import TextEngine

/// The names of notes that complete the command line, as in vim's menu of matches.
struct VimPromptNames: Equatable {
  /// The offset at which the name begins, and what was typed from there.
  var start: Int
  var typed: [UInt8]
  var all: [KeyName] = []
  /// Nil while the line has what was typed.
  var chosen: Int?
}

extension VimMachine {
  /// Asks the program for names, if one is being typed. The answer is `complete(with:)`.
  mutating func askForNames() -> Bool {
    let begun = Array(prompt.text[..<prompt.cursor])
    guard prompt.sign == ":", let start = VimExCommand.noteArgument(in: begun) else { return false }
    let typed = Array(begun[start...])
    prompt.names = VimPromptNames(start: start, typed: typed)
    let name = String(decoding: typed, as: UTF8.self).replacingEscapedBars
    effects.append(.run(Invocation("vim-complete-name", argument: name)))
    return true
  }

  package mutating func complete(with names: [KeyName]) {
    guard mode == .prompt, var asked = prompt.names, asked.all.isEmpty,
      prompt.cursor == asked.start + asked.typed.count,
      Array(prompt.text[asked.start..<prompt.cursor]) == asked.typed
    else { return }
    asked.all = names
    prompt.names = names.isEmpty ? nil : asked
    chooseName(by: 1)
    // A single name needs no menu.
    if names.count < 2 { prompt.names = nil }
  }

  /// Handles a key while names are offered. False if it means what it means without them.
  mutating func walkNames(_ key: String) -> Bool {
    guard let names = prompt.names else { return false }
    guard !names.all.isEmpty else {
      prompt.names = nil
      return false
    }
    switch key {
    case "Tab", "C-n", "Down": chooseName(by: 1)
    case "S-Tab", "C-p", "Up": chooseName(by: -1)
    case "C-e":
      write(names.typed, over: names)
      prompt.names = nil
    case "C-y": prompt.names = nil
    default:
      prompt.names = nil
      return false
    }
    return true
  }

  /// Behind the last name comes what was typed, as in vim.
  private mutating func chooseName(by step: Int) {
    guard var names = prompt.names, !names.all.isEmpty else { return }
    let count = names.all.count + 1
    let index = ((names.chosen ?? -1) + 1 + step + count) % count
    let written = index == 0 ? names.typed : names.all[index - 1].written.withEscapedBars
    write(written, over: names)
    names.chosen = index == 0 ? nil : index - 1
    prompt.names = names
  }

  private mutating func write(_ name: [UInt8], over names: VimPromptNames) {
    prompt.text.replaceSubrange(names.start..<prompt.cursor, with: name)
    prompt.cursor = names.start + name.count
    prompt.recall = nil
  }
}

extension String {
  /// A `|` would end the command.
  fileprivate var withEscapedBars: [UInt8] {
    utf8.flatMap { $0 == UInt8(ascii: "|") ? [UInt8(ascii: "\\"), $0] : [$0] }
  }

  fileprivate var replacingEscapedBars: String {
    var bytes: [UInt8] = []
    for byte in utf8 {
      if byte == UInt8(ascii: "|"), bytes.last == UInt8(ascii: "\\") { bytes.removeLast() }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
