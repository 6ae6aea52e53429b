import Bytes
package import Entities
import NoteSyntax

/// A link of a note, for which its page asks the target.
package struct PageLink: Hashable, Sendable {
  package enum Kind: Sendable {
    /// `[[Target#Part]]`
    case wiki
    /// `[words](target)`
    case markdown
    /// `#tag`, without the sign.
    case tag
  }

  package var kind: Kind
  package var target: String
  /// Whether the note embeds the target.
  package var isEmbed: Bool
  /// The embeds around the link as they are written, the outermost first: the link belongs to the
  /// innermost one's note.
  package var within: [String] = []

  package init(_ kind: Kind, _ target: String, isEmbed: Bool = false) {
    (self.kind, self.target, self.isEmbed) = (kind, target, isEmbed)
  }

  /// Whether a file is a picture, judged by its name.
  package static func isPicture(_ file: NotePath) -> Bool {
    MaskedText.WikiMask(isEmbed: true, target: file.text).isPicture
  }
}

package enum PageTarget: Equatable, Sendable {
  case address(String)
  case picture(String)
  /// A file that is downloaded under a name instead of opened.
  case download(String, name: String)
  /// No target: the link's words are text.
  case nothing

  /// Returns a web address with one of the schemes that run no code; nil for `javascript:`, `data:`
  /// and all others.
  package static func outside(_ address: String) -> PageTarget? {
    let scheme = address.prefix { $0 != ":" }.lowercased()
    return ["http", "https", "mailto", "tel"].contains(scheme) && scheme.count < address.count
      ? .address(address) : nil
  }

  /// Returns a link's address as it is written, unless it would run code.
  package static func asWritten(_ link: PageLink) -> PageTarget {
    guard link.kind == .markdown else { return .nothing }
    let sign = link.target.first { ":/?#".contains($0) }
    if sign == ":", outside(link.target) == nil { return .nothing }
    return link.isEmbed ? .picture(link.target) : .address(link.target)
  }

  /// Returns a file of the vault, relative to the folder of a note.
  package static func file(
    _ file: NotePath, from note: NotePath, of link: PageLink
  ) -> PageTarget {
    let address = String(
      decoding: LinkWriting.markdown(relativeTo: file, from: note).target, as: UTF8.self)
    return link.isEmbed && PageLink.isPicture(file) ? .picture(address) : .address(address)
  }
}

/// The surroundings that a note's page needs to know.
package struct PageContext: Sendable {
  /// The ids of headings by line, counted from 1.
  package var anchors: [Int: String] = [:]
  /// The prefix of ids, which tells several notes on one page apart.
  package var prefix = ""
  /// The facts of tasks, by line.
  package var tasks: [Int: TaskFacts] = [:]
  /// Whether the viewer of the page can draw formulas.
  package var drawsFormulas = true
  /// Whether blocks have ids; those of embedded notes do not.
  var namesBlocks = true
  private var within: [String] = []
  private let leads: @Sendable (PageLink) -> PageTarget

  package init(target: @escaping @Sendable (PageLink) -> PageTarget) { leads = target }

  func target(_ link: PageLink) -> PageTarget {
    var link = link
    link.within = within
    return leads(link)
  }

  /// Returns a block's id in lowercase, since block names ignore case.
  func blockID(_ name: some Sequence<UInt8>) -> String {
    prefix + "block." + String(decoding: Array(name), as: UTF8.self).lowercased()
  }

  func footnoteID(_ label: String) -> String {
    let name = label.utf8.map { Byte.isName($0) ? String(UnicodeScalar($0)) : "_\($0)" }
    return "\(prefix)fn-\(name.joined())"
  }

  /// Returns the context of a text within another note: an embed, or the answer to a query.
  func embedded(_ number: Int, _ embed: String?) -> PageContext {
    var context = self
    (context.anchors, context.tasks, context.namesBlocks) = ([:], [:], false)
    context.prefix += "e\(number)-"
    if let embed { context.within.append(embed) }
    return context
  }
}
