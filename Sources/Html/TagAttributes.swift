import Bytes

/// Limits the attributes of tags, since the library compares each one with all before it and cannot
/// be stopped.
///
/// The states below determine where a tag ends, whatever surrounds it. So every `<` that could
/// begin a tag is checked, even within comments and scripts.
enum TagAttributes {
  static let most = 1000
  /// The greatest number of passes over the page's bytes, counting tags within tags.
  private static let mostWork = 16
  private static let mostPasses = 4

  /// Returns the page without excess attributes. A page of only such tags becomes plain words.
  static func limited(_ html: [UInt8]) -> [UInt8] {
    var html = html
    for _ in 0..<mostPasses {
      var work = html.count * mostWork + most
      // A cut may expose another tag that was part of an attribute's value before.
      guard let cuts = cuts(in: html.span, &work) else { break }
      if cuts.isEmpty { return html }
      html = cut(cuts, from: html)
    }
    return html.flatMap { $0 == Byte.less ? Array("&lt;".utf8) : [$0] }
  }

  private static func cut(_ cuts: [Range<Int>], from html: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var copied = 0
    for range in cuts {
      out += html[copied..<range.lowerBound]
      copied = range.upperBound
    }
    return out + html[copied...]
  }

  /// Returns nil if the search takes too long.
  private static func cuts(in html: Span<UInt8>, _ work: inout Int) -> [Range<Int>]? {
    var cuts: [Range<Int>] = []
    var index = 0
    while index < html.count {
      guard html[index] == Byte.less else {
        index += 1
        continue
      }
      var start = index + 1
      if start < html.count, html[start] == Byte.slash { start += 1 }
      guard start < html.count, Byte.isLetter(html[start]) else {
        index += 1
        continue
      }
      let (end, cut) = tag(html, from: start)
      work -= end - start
      if work < 0 { return nil }
      if let cut {
        cuts.append(cut..<end)
        index = end
      } else {
        index += 1
      }
    }
    return cuts
  }

  private enum State {
    case name, outside, attribute, behind, value, unquoted
    case quoted(UInt8)
  }

  /// Returns the offset of a tag's `>` and the start of the first excess attribute, using the
  /// states of the HTML standard.
  static func tag(_ html: Span<UInt8>, from start: Int) -> (end: Int, cut: Int?) {
    var state = State.name
    var (count, cut): (Int, Int?) = (0, nil)
    for index in start..<html.count {
      let byte = html[index]
      if case .quoted(let sign) = state {
        if byte == sign { state = .outside }
        continue
      }
      if byte == Byte.greater { return (index, cut) }
      let isBlank = Byte.isBlank(byte)
      switch state {
      case .name:
        if isBlank || byte == Byte.slash { state = .outside }
      case .outside, .behind:
        if case .behind = state, byte == Byte.equals {
          state = .value
        } else if byte == Byte.slash {
          state = .outside
        } else if !isBlank {
          count += 1
          if count > most, cut == nil { cut = index }
          state = .attribute
        }
      case .attribute:
        if byte == Byte.equals {
          state = .value
        } else if byte == Byte.slash {
          state = .outside
        } else if isBlank {
          state = .behind
        }
      case .value:
        if byte == 0x22 || byte == 0x27 {
          state = .quoted(byte)
        } else if !isBlank {
          state = .unquoted
        }
      case .unquoted: if isBlank { state = .outside }
      case .quoted: break
      }
    }
    return (html.count, cut)
  }
}
