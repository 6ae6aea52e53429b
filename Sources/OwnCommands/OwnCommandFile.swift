/// The file `commands`: fields as `name = value`, one in a line, and comments after `#`. Each command
/// begins with its name.
///
/// A command with a mistake is left out; the others work.
package struct OwnCommandFile: Equatable, Sendable {
  package private(set) var commands: [OwnCommand] = []
  /// Sentences that name file, line and field.
  package private(set) var problems: [String] = []
  private let path: String

  package static let most = 500

  /// No commands.
  package init() { path = "" }

  /// No commands, and the reason.
  package init(unreadable problem: String) {
    path = ""
    problems = [problem]
  }

  package init(_ bytes: [UInt8], path: String) {
    self.path = path
    var fields: [OwnField] = []
    for (number, line) in Self.lines(of: bytes) {
      do throws(OwnFieldFault) {
        guard let field = try OwnField(line, number: number) else { continue }
        if field.name == .name { add(fields.take()) }
        fields.append(field)
      } catch {
        report(error, of: fields.first?.name == .name ? fields[0].value : nil)
        // Without all of its fields, a command must not run.
        fields.append(OwnField(name: nil, value: "", number: number))
      }
    }
    add(fields)
  }

  /// The lines with the numbers of their starts. A backslash at its end joins a line with the next one.
  private static func lines(of bytes: [UInt8]) -> [(number: Int, line: ArraySlice<UInt8>)] {
    var lines: [(number: Int, line: ArraySlice<UInt8>)] = []
    var goesOn = false
    let all = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, var line) in all.enumerated() {
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      let isJoined = line.last == UInt8(ascii: "\\")
      if isJoined { line.removeLast() }
      if goesOn { lines[lines.count - 1].line += line } else { lines.append((index + 1, line)) }
      goesOn = isJoined
    }
    return lines
  }

  package func named(_ name: String) -> OwnCommand? { commands.first { $0.name == name } }

  package mutating func report(_ why: String, ofField field: String, _ command: OwnCommand) {
    let line = command.lines[field] ?? command.lines["name"] ?? 1
    problems.append("\(path), line \(line), \(field): \(why).")
  }

  /// Adds the command of these fields, unless one of them is wrong.
  private mutating func add(_ fields: [OwnField]) {
    guard let first = fields.first else { return }
    if first.name != .name {
      // A fault in a line before the first command has been reported.
      if let lost = fields.first(where: { $0.name != nil }) {
        report(
          OwnFieldFault(lost.number, lost.name, "a command begins with “name = …”"), of: nil)
      }
      return
    }
    // A line that could not be read has been reported.
    if fields.contains(where: { $0.name == nil }) { return }
    do throws(OwnFieldFault) {
      let command = try OwnCommandReader.command(of: fields)
      if let other = named(command.name) {
        throw OwnFieldFault(
          first.number, .name,
          "“\(command.name)” is the name of the command in line \(other.lines["name"] ?? 1) already"
        )
      }
      if commands.count == Self.most {
        throw OwnFieldFault(first.number, .name, "there are more than \(Self.most) commands")
      }
      commands.append(command)
    } catch {
      report(error, of: first.value)
    }
  }

  private mutating func report(_ fault: OwnFieldFault, of command: String?) {
    let field = fault.field.map { ", \($0.rawValue)" } ?? ""
    let result = command.map { "; “\($0)” was skipped." } ?? "; the line was skipped."
    problems.append("\(path), line \(fault.line)\(field): \(fault.why)\(result)")
  }
}

extension [OwnField] {
  fileprivate mutating func take() -> [OwnField] {
    defer { self = [] }
    return self
  }
}

/// A mistake in a field.
struct OwnFieldFault: Error {
  var line: Int
  var field: OwnField.Name?
  var why: String

  init(_ line: Int, _ field: OwnField.Name?, _ why: String) {
    (self.line, self.field, self.why) = (line, field, why)
  }
}

/// A line with a field.
struct OwnField {
  enum Name: String, CaseIterable {
    case name, says, screen, key, run, ask, gets, gives, when, encrypted
  }

  /// Nil for a line that could not be read.
  var name: Name?
  var value: String
  var number: Int

  init(name: Name?, value: String, number: Int) {
    (self.name, self.value, self.number) = (name, value, number)
  }

  /// Nil for a blank line or a comment.
  init?(_ line: ArraySlice<UInt8>, number: Int) throws(OwnFieldFault) {
    guard let text = String(validating: line, as: UTF8.self) else {
      throw OwnFieldFault(number, nil, "it is not UTF-8")
    }
    let content = Self.trimmed(text[...])
    if content.isEmpty || content.hasPrefix("#") { return nil }
    if content.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7f })
    {
      throw OwnFieldFault(number, nil, "it has a control character")
    }
    guard let equals = content.firstIndex(of: "=") else {
      throw OwnFieldFault(number, nil, "“\(content.prefix(80))” is not of the form “field = value”")
    }
    let written = Self.trimmed(content[..<equals])
    guard let name = Name(rawValue: String(written)) else {
      let all = Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw OwnFieldFault(
        number, nil, "there is no field “\(written.prefix(40))”. The fields are \(all)")
    }
    let value = Self.trimmed(content[content.index(after: equals)...])
    if value.isEmpty { throw OwnFieldFault(number, name, "it has no value") }
    self.init(name: name, value: String(value), number: number)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let isBlank: (Character) -> Bool = { $0.isWhitespace || $0 == "\u{feff}" }
    var text = text.drop(while: isBlank)
    while text.last.map(isBlank) == true { text.removeLast() }
    return text
  }
}
