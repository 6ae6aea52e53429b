import CResources
package import UseCases

/// The guide: short pages in `Resources/Guide`, used by `help TOPIC`, the manual page and the
/// repository.
package enum Guide {
  static var topics: [String] {
    var names: [String] = []
    while let name = cresources_guide_name(names.count) { names.append(String(cString: name)) }
    return names
  }

  package static var pages: [GuidePage] { topics.compactMap(page) }

  static func page(on topic: String) -> GuidePage? {
    var length = 0
    guard let start = cresources_guide(topic, &length) else { return nil }
    let bytes = UnsafeBufferPointer(start: start, count: length)
    return GuidePage(topic: topic, text: String(decoding: bytes, as: UTF8.self))
  }
}

/// The parts of a page, for the manual page.
extension GuidePage {
  enum Block: Equatable {
    case heading(String)
    case paragraph(String)
    case list([String])
    case code([String])
  }

  /// The blocks after the first line.
  var blocks: [Block] {
    var blocks: [Block] = []
    var isOpen = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst() {
      if line.isEmpty {
        isOpen = false
      } else if line.hasPrefix("## ") {
        blocks.append(.heading(String(line.dropFirst(3))))
      } else if line.hasPrefix("    ") {
        let code = String(line.dropFirst(4))
        if isOpen, case .code(let lines)? = blocks.last {
          blocks[blocks.count - 1] = .code(lines + [code])
        } else {
          blocks.append(.code([code]))
        }
        isOpen = true
      } else if line.hasPrefix("- ") {
        let item = String(line.dropFirst(2))
        if case .list(let items)? = blocks.last {
          blocks[blocks.count - 1] = .list(items + [item])
        } else {
          blocks.append(.list([item]))
        }
        isOpen = true
      } else {
        let words = String(line.drop { $0 == " " })
        switch blocks.last {
        case .paragraph(let text)? where isOpen:
          blocks[blocks.count - 1] = .paragraph("\(text) \(words)")
        case .list(var items)? where isOpen:
          items[items.count - 1] += " \(words)"
          blocks[blocks.count - 1] = .list(items)
        default: blocks.append(.paragraph(words))
        }
        isOpen = true
      }
    }
    return blocks
  }
}
