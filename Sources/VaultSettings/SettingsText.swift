/// The text of a settings file: `name = value` lines and comments after `#`. Both are preserved.
package struct SettingsText: Equatable, Sendable {
  private var lines: [[UInt8]]
  private var endsWithNewline: Bool

  package init(_ bytes: [UInt8]) {
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map(Array.init)
    endsWithNewline = bytes.isEmpty || bytes.last == UInt8(ascii: "\n")
    if endsWithNewline { lines.removeLast() }
  }

  package var bytes: [UInt8] {
    Array(lines.joined(separator: [UInt8(ascii: "\n")]))
      + (endsWithNewline && !lines.isEmpty ? [UInt8(ascii: "\n")] : [])
  }

  private enum Line {
    case nothing
    case setting(SettingName, String)
    case unreadable(String)
  }

  /// Returns the settings. If two lines have the same name, the later one counts. Problems name
  /// `path`.
  package func settings(path: String) -> SettingValues {
    var settings = SettingValues()
    for (index, line) in lines.enumerated() {
      switch Self.read(line) {
      case .nothing: break
      case .setting(let name, let value):
        settings.values[name] = value
        settings.lines[name] = index + 1
      case .unreadable(let why): settings.problems.append("\(path), line \(index + 1): \(why)")
      }
    }
    return settings
  }

  /// Changes the setting's last line, or adds one.
  package mutating func set(_ name: SettingName, to value: String?) {
    let numbers = lines.indices.filter { index in
      if case .setting(name, _) = Self.read(lines[index]) { true } else { false }
    }
    guard let value else {
      for number in numbers.reversed() { lines.remove(at: number) }
      return
    }
    let line = Array("\(name.rawValue) = \(value)".utf8)
    if let last = numbers.last {
      lines[last] = line
    } else {
      lines.append(line)
      endsWithNewline = true
    }
  }

  /// Returns nil for an invalid value, such as one with several lines.
  package static func checked(_ value: String, for name: SettingName) -> String? {
    let value = trimmed(value)
    if let numbers = name.numbers {
      if value == name.standard { return value }
      return Int(value).flatMap { numbers.contains($0) ? "\($0)" : nil }
    }
    if let choices = name.choices { return choices.contains(value) ? value : nil }
    let hasControl = value.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f }
    return hasControl || value.utf8.count > 4096 ? nil : value
  }

  private static func read(_ line: [UInt8]) -> Line {
    guard let text = String(validating: line, as: UTF8.self) else {
      return .unreadable("it is not UTF-8.")
    }
    let content = trimmed(text)
    if content.isEmpty || content.hasPrefix("#") { return .nothing }
    guard let equals = content.firstIndex(of: "=") else {
      return .unreadable("“\(content)” is not of the form “name = value”.")
    }
    let written = trimmed(String(content[..<equals]))
    let value = trimmed(String(content[content.index(after: equals)...]))
    guard let name = SettingName(rawValue: written) else {
      return .unreadable("there is no setting “\(written)”.")
    }
    if value.isEmpty { return .nothing }
    guard let checked = checked(value, for: name) else {
      return .unreadable("\(name.rawValue) cannot be “\(value)”. It may be \(name.allowed).")
    }
    return .setting(name, checked)
  }

  private static func trimmed(_ text: String) -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\u{feff}" }
    guard let first = text.firstIndex(where: { !isBlank($0) }),
      let last = text.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[first...last])
  }
}
