import Bytes
import Entities

/// An address of Obsidian's, as browsers and other programs open it.
///
///     try ObsidianAddress("obsidian://new?file=Clips%2FTea&vault=Home&clipboard")
package struct ObsidianAddress: Equatable, Sendable {
  package enum Action: String, CaseIterable, Sendable {
    case open, new, daily, unique, search
    case chooseVault = "choose-vault"
  }

  /// How a content is added to a note.
  package enum Adding: Equatable, Sendable {
    case append, prepend, overwrite
  }

  package var action: Action
  /// The name or Obsidian's id of the vault; nil for the usual one.
  package var vault: String?
  /// A file on the disk.
  package var path: String?
  /// A path in the vault, or the name of a note.
  package var file: String?
  /// The name of a new note.
  package var name: String?
  /// The heading or, with a `^`, the block to show.
  package var part: String?
  package var query: String?
  package var content: String?
  /// Whether the content is on the clipboard.
  package var usesClipboard = false
  package var adding: Adding?

  /// The longest address and content.
  package static let most = 10 << 20

  private static let scheme = "obsidian://"

  package init(_ written: [UInt8]) throws(ObsidianAddressProblem) {
    guard written.count <= Self.most else { throw .tooLong }
    guard let text = String(validating: written, as: UTF8.self),
      text.prefix(Self.scheme.count).lowercased() == Self.scheme
    else { throw .notObsidian }
    let rest = text.dropFirst(Self.scheme.count)
    let head = rest.prefix { $0 != "?" }
    var fields = try Fields(rest.dropFirst(head.count + 1))
    let parts = head.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    if parts.first == "" {
      // obsidian:///whole/path
      self.init(.open)
      path = try Self.decoded(head)
    } else if parts.first == "vault", parts.count > 1 {
      self.init(.open)
      vault = try Self.decoded(parts[1])
      file = parts.count > 2 && !parts[2].isEmpty ? try Self.decoded(parts[2]) : nil
    } else {
      let name = String(parts.first ?? "")
      guard parts.dropFirst().allSatisfy(\.isEmpty), let action = Action(rawValue: name) else {
        throw .unknown(action: try Self.decoded(head))
      }
      self.init(action)
    }
    take(&fields)
    try check()
  }

  private init(_ action: Action) { self.action = action }

  private static func decoded(_ text: Substring) throws(ObsidianAddressProblem) -> String {
    guard let decoded: String = Percent.decoded(text) else { throw .notText }
    return decoded
  }

  // MARK: Fields

  /// The fields behind the `?`. A `+` is a plus, and a field without a value is switched on.
  private struct Fields {
    private var values: [String: String] = [:]

    init(_ text: Substring) throws(ObsidianAddressProblem) {
      for field in text.split(separator: "&") {
        let name = field.prefix { $0 != "=" }
        values[try decoded(name)] = try decoded(field.dropFirst(name.count + 1))
      }
    }

    mutating func text(_ name: String) -> String? {
      values[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    func isOn(_ name: String) -> Bool { values[name].map { $0 != "false" } ?? false }
  }

  /// Takes the fields that have a meaning here. `x-success` and `x-error` are never opened, and
  /// `paneType` and `silent` are about windows.
  private mutating func take(_ fields: inout Fields) {
    vault = vault ?? fields.text("vault")
    path = path ?? fields.text("path")
    file = file ?? fields.text("file")
    name = fields.text("name")
    query = fields.text("query")
    part = fields.text("heading") ?? fields.text("block").map { "^" + $0 }
    if let written = file, let mark = written.firstIndex(of: "#") {
      let behind = written[written.index(after: mark)...]
      part = part ?? (behind.isEmpty ? nil : String(behind))
      file = String(written[..<mark])
    }
    usesClipboard = fields.isOn("clipboard")
    // A sentence about a clipboard that failed is no content.
    content = usesClipboard ? nil : fields.text("content")
    if fields.isOn("overwrite") {
      adding = .overwrite
    } else if fields.isOn("prepend") {
      adding = .prepend
    } else if fields.isOn("append") {
      adding = .append
    }
  }

  private func check() throws(ObsidianAddressProblem) {
    for text in [vault, path, file, name, part, query].compactMap(\.self) where !Self.isLine(text) {
      throw .hasControls
    }
    if let content { try Self.check(content: Array(content.utf8)) }
    for written in [file, name].compactMap(\.self) {
      let isInside = written.split(separator: "/", omittingEmptySubsequences: false)
        .allSatisfy { !$0.isEmpty && $0.first != "." }
      guard isInside else { throw .outside(written) }
    }
    if let path {
      let isWhole = path.hasPrefix("/") && !path.split(separator: "/").contains("..")
      guard isWhole else { throw .outside(path) }
    }
  }

  private static func isLine(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) }
  }

  /// Throws unless this is a text that a note may have.
  package static func check(content: [UInt8]) throws(ObsidianAddressProblem) {
    guard content.count <= most else { throw .tooLong }
    guard String(validating: content, as: UTF8.self) != nil else { throw .notText }
    let isClean = content.allSatisfy { $0 >= 0x20 && $0 != 0x7f || (0x09...0x0d).contains($0) }
    guard isClean else { throw .hasControls }
  }

  /// Whether it asks to write into a note.
  package var writes: Bool {
    switch action {
    case .new, .unique: true
    case .daily: usesClipboard || content != nil
    case .open: adding != nil && (usesClipboard || content != nil)
    case .search, .chooseVault: false
    }
  }
}

/// Why an address is refused.
package enum ObsidianAddressProblem: ExplainedError, Equatable {
  case notObsidian
  case tooLong
  case notText
  case hasControls
  case outside(String)
  case unknown(action: String)

  package var message: String {
    switch self {
    case .notObsidian: "the address does not begin with obsidian://."
    case .tooLong: "the address is longer than \(ObsidianAddress.most >> 20) MB."
    case .notText: "the address is damaged: its encoded letters are not UTF-8."
    case .hasControls: "the address has control characters."
    case .outside(let path): "“\(path)” is not a path that a note can have in a vault."
    case .unknown(let action):
      "obsidian://\(action) is not supported. What is: "
        + ObsidianAddress.Action.allCases.map(\.rawValue).joined(separator: ", ") + "."
    }
  }
}
