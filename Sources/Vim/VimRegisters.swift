/// Cut or yanked text.
struct VimRegister: Equatable {
  /// At least one line; for characters, the first and last are parts of lines.
  var lines: [[UInt8]]
  var shape: VimShape
  /// The width of a block, in cells.
  var width = 0

  /// What it takes in a text, with line endings and the blanks of a block.
  var byteCount: Int { lines.reduce(0) { $0 + max(width, $1.count) + 1 } }

  /// As it is typed: lines with their endings.
  var text: [UInt8] {
    var bytes = Array(lines.joined(separator: [0x0a]))
    if shape == .lines { bytes.append(0x0a) }
    return bytes
  }
}

/// Registers by name, and the target of `""`.
struct VimRegisters {
  var named: [Character: VimRegister] = [:]
  /// The name that `""` refers to.
  var last: Character = "0"
  /// The last expression of `"=`, and the variables of `:let`.
  var expression = ""
  var variables: [String: VimValue] = [:]
  /// The last shell command, for `!` in the next one.
  var shellCommand: String?

  subscript(name: Character) -> VimRegister? {
    name == "\"" ? named[last] : named[name]
  }

  static func isName(_ name: Character) -> Bool {
    guard name.isASCII else { return false }
    return name.isLetter || name.isNumber || "\"-_+*.:/".contains(name)
  }

  static func isWritable(_ name: Character?) -> Bool {
    guard let name else { return true }
    return isName(name) && !".:/".contains(name)
  }

  /// Stores yanked text.
  mutating func yank(_ new: VimRegister, into name: Character?) {
    guard let name, name != "\"" else {
      named["0"] = new
      last = "0"
      return
    }
    put(new, into: name)
  }

  /// Stores deleted text: lines go to `1`, whose old text moves to `2`; less than a line goes to
  /// `-`.
  mutating func delete(_ new: VimRegister, into name: Character?, isLines: Bool, isWithinLine: Bool)
  {
    var isAppended = false
    var isUnnamed = true
    if let name, name != "\"" {
      isUnnamed = false
      isAppended = name.isUppercase
      put(new, into: name)
    }
    if isLines {
      for number in (2...9).reversed() {
        named[Self.digit(number)] = named[Self.digit(number - 1)]
      }
      named["1"] = new
      if !isAppended { last = "1" }
    }
    if isUnnamed, isWithinLine {
      named["-"] = new
      last = "-"
    }
  }

  private static func digit(_ number: Int) -> Character {
    Character(Unicode.Scalar(UInt8(ascii: "0") + UInt8(number)))
  }

  private mutating func put(_ new: VimRegister, into name: Character) {
    store(new, in: name)
    last = Character(name.lowercased())
  }

  /// Stores text in a register, or appends it if the name is a capital.
  mutating func store(_ new: VimRegister, in name: Character) {
    let small = Character(name.lowercased())
    named[small] = name.isUppercase ? named[small]?.appended(new) ?? new : new
  }
}

extension VimRegister {
  /// Appends another register; the result is lines if one of them is.
  func appended(_ other: VimRegister) -> VimRegister {
    if shape == .characters, other.shape == .characters || other.shape == .block,
      let tail = lines.last, let head = other.lines.first
    {
      var all = Array(lines.dropLast())
      all.append(tail + head)
      return VimRegister(lines: all + other.lines.dropFirst(), shape: .characters)
    }
    if shape == .lines || other.shape == .lines {
      return VimRegister(lines: lines + other.lines, shape: .lines)
    }
    return VimRegister(
      lines: lines + other.lines, shape: shape, width: max(width, other.width))
  }

  /// Creates a register from external text: lines if it ends in a line ending.
  init(_ bytes: [UInt8]) {
    var parts = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map(Array.init)
    if parts.count > 1, parts.last?.isEmpty == true {
      parts.removeLast()
      self.init(lines: parts, shape: .lines)
    } else {
      self.init(lines: parts, shape: .characters)
    }
  }
}
