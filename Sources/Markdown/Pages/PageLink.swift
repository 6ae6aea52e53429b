import Bytes
package import Entities
import NoteSyntax

/// A link of a note, as its page asks where that leads.
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
  /// The note embeds it.
  package var isEmbed: Bool
  /// The embeds that it is in, as they are written, the outer one first: it is a link of the inner
  /// one's note.
  package var within: [String] = []

  package init(_ kind: Kind, _ target: String, isEmbed: Bool = false) {
    (self.kind, self.target, self.isEmbed) = (kind, target, isEmbed)
  }

  /// Whether a file is a picture by its name.
  package static func isPicture(_ file: NotePath) -> Bool {
    MaskedText.WikiMask(isEmbed: true, target: file.text).isPicture
  }
}

/// Where a link leads on a page.
package enum PageTarget: Equatable, Sendable {
  case address(String)
  case picture(String)
  /// A file that is saved under a name, and not opened where it is.
  case download(String, name: String)
  /// Nowhere: its words are text.
  case nothing

  /// An address of the web, of which only such are taken that run nothing: nil for `javascript:`, `data:`
  /// and what else there may be.
  package static func outside(_ address: String) -> PageTarget? {
    let scheme = address.prefix { $0 != ":" }.lowercased()
    return ["http", "https", "mailto", "tel"].contains(scheme) && scheme.count < address.count
      ? .address(address) : nil
  }

  /// Where a link leads by itself: an address as it is written, unless it would run something.
  package static func asWritten(_ link: PageLink) -> PageTarget {
    guard link.kind == .markdown else { return .nothing }
    let sign = link.target.first { ":/?#".contains($0) }
    if sign == ":", outside(link.target) == nil { return .nothing }
    return link.isEmbed ? .picture(link.target) : .address(link.target)
  }

  /// A file of the vault, from the folder of a note.
  package static func file(
    _ file: NotePath, from note: NotePath, of link: PageLink
  ) -> PageTarget {
    let address = String(
      decoding: LinkWriting.markdown(relativeTo: file, from: note).target, as: UTF8.self)
    return link.isEmbed && PageLink.isPicture(file) ? .picture(address) : .address(address)
  }
}

/// What a note's page takes from those around it.
package struct PageContext: Sendable {
  /// The ids of headings, by their lines, counted from 1.
  package var anchors: [Int: String] = [:]
  /// What ids begin with, where several notes are on one page.
  package var prefix = ""
  /// What tasks say, by their lines.
  package var tasks: [Int: TaskFacts] = [:]
  /// What shows the page can draw formulas.
  package var drawsFormulas = true
  /// Blocks have ids: not those of embedded notes.
  var namesBlocks = true
  private var within: [String] = []
  private let leads: @Sendable (PageLink) -> PageTarget

  package init(target: @escaping @Sendable (PageLink) -> PageTarget) { leads = target }

  func target(_ link: PageLink) -> PageTarget {
    var link = link
    link.within = within
    return leads(link)
  }

  /// Case does not tell blocks apart.
  func blockID(_ name: some Sequence<UInt8>) -> String {
    prefix + "block." + String(decoding: Array(name), as: UTF8.self).lowercased()
  }

  func footnoteID(_ label: String) -> String {
    let name = label.utf8.map { Byte.isName($0) ? String(UnicodeScalar($0)) : "_\($0)" }
    return "\(prefix)fn-\(name.joined())"
  }

  /// Of text within another note: an embed, or the answer to a query.
  func embedded(_ number: Int, _ embed: String?) -> PageContext {
    var context = self
    (context.anchors, context.tasks, context.namesBlocks) = ([:], [:], false)
    context.prefix += "e\(number)-"
    if let embed { context.within.append(embed) }
    return context
  }
}
