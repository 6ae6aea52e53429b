extension VimMachine {
  /// Returns the key that runs a command line in any mode.
  package static func key(running line: String) -> String { VimNotation.command + line }
}

/// Vim's notation for keys in maps: `jk`, `<C-w>`, `<leader>w`, `:w<CR>`.
enum VimNotation {
  private static let names: [(name: String, key: String)] = [
    ("Esc", "Esc"), ("CR", "Enter"), ("Enter", "Enter"), ("Return", "Enter"), ("NL", "Enter"),
    ("Tab", "Tab"), ("BS", "Backspace"), ("BackSpace", "Backspace"), ("Space", "Space"),
    ("lt", "<"), ("Bar", "|"), ("Bslash", "\\"), ("Del", "Del"), ("Delete", "Del"),
    ("Insert", "Ins"), ("Ins", "Ins"), ("Up", "Up"), ("Down", "Down"), ("Left", "Left"),
    ("Right", "Right"), ("Home", "Home"), ("End", "End"), ("PageUp", "PgUp"),
    ("PageDown", "PgDn"),
  ]

  /// Keys that a terminal sends as other keys.
  private static let alike = [
    "C-i": "Tab", "C-m": "Enter", "C-[": "Esc", "C-h": "Backspace", "C-@": "C-Space",
  ]

  /// The start of a key that runs a command line: `<Cmd>w<CR>`.
  static let command = "<Cmd>"

  /// Reads the keys of a text. An unknown name in `<…>` is plain text, as in vim, but with `C-`,
  /// `M-` or `S-` it is an error.
  static func keys(of text: String, leader: [String]) throws(VimFailure) -> [String] {
    var keys: [String] = []
    var rest = text[...]
    while let first = rest.first {
      if first == "<", let end = rest.firstIndex(of: ">") {
        let name = String(rest[rest.index(after: rest.startIndex)..<end])
        if name.lowercased() == "cmd" {
          rest = rest[rest.index(after: end)...]
          keys.append(command + (try takeCommand(&rest)))
          continue
        }
        if let named = try named(name, leader) {
          keys += named
          rest = rest[rest.index(after: end)...]
          continue
        }
      }
      keys.append(first == " " ? "Space" : first == "\t" ? "Tab" : String(first))
      rest.removeFirst()
    }
    return keys
  }

  /// Takes the text between `<Cmd>` and `<CR>`.
  private static func takeCommand(_ rest: inout Substring) throws(VimFailure) -> String {
    var line = ""
    while let next = rest.first {
      if rest.prefix(4).lowercased() == "<cr>" {
        rest = rest.dropFirst(4)
        return line
      }
      line.append(next)
      rest.removeFirst()
    }
    throw VimFailure(message: "“<Cmd>” ends with <CR>: <Cmd>w<CR>")
  }

  private static func named(_ name: String, _ leader: [String]) throws(VimFailure) -> [String]? {
    let small = name.lowercased()
    if small == "leader" || small == "localleader" { return leader }
    if small == "nop" { return [] }
    if small == "plug" || small == "sid" {
      throw VimFailure(message: "there are no plugins here, and so no “<\(name)>”")
    }
    var rest = name[...]
    var (control, meta, shift) = (false, false, false)
    while rest.count > 2, rest.dropFirst().first == "-", let sign = rest.first?.uppercased() {
      switch sign {
      case "C": control = true
      case "M", "A": meta = true
      case "S": shift = true
      default: throw unknown(name)
      }
      rest = rest.dropFirst(2)
    }
    let hasModifier = control || meta || shift
    var base: String
    if let known = names.first(where: { $0.name.lowercased() == rest.lowercased() })?.key {
      base = known
    } else if rest.first?.lowercased() == "f", let number = Int(rest.dropFirst()),
      (1...24).contains(number)
    {
      base = "F\(number)"
    } else if hasModifier, rest.count == 1 {
      base = String(rest)
      if shift, !control, !meta { return [base.uppercased()] }
      if control { base = base.lowercased() }
    } else if hasModifier {
      throw unknown(name)
    } else {
      return nil
    }
    let key = (control ? "C-" : "") + (meta ? "M-" : "") + (shift ? "S-" : "") + base
    return [alike[key] ?? key]
  }

  private static func unknown(_ name: String) -> VimFailure {
    VimFailure(
      message: "“<\(name)>” is not a key. Keys are <C-w>, <M-j>, <S-Tab>, <F5>, <CR>, <Esc>")
  }

  /// Writes keys in this notation.
  static func text(of keys: [String]) -> String { keys.map(text).joined() }

  private static func text(of key: String) -> String {
    if key.hasPrefix(command) { return "\(key)<CR>" }
    if key.count == 1 { return key == "<" ? "<lt>" : key }
    var (modifiers, rest) = ("", key[...])
    while rest.count > 2, rest.dropFirst().first == "-" {
      modifiers += rest.prefix(2)
      rest = rest.dropFirst(2)
    }
    let base = names.first { $0.key == rest }?.name ?? String(rest)
    return "<\(modifiers)\(base)>"
  }
}
