import Bytes

/// Keeps tags from having more attributes than any page has: the reader compares each with all before it,
/// and cannot be stopped.
///
/// Whatever a page's reader makes of what is around it, a tag that begins at some byte ends where the
/// states below say. So each `<` that may begin one is followed, in a comment or a script too.
enum TagAttributes {
  static let most = 1000
  /// How often all of the page may be gone through, tags within tags together.
  private static let mostWork = 16
  private static let mostPasses = 4

  /// The page without the attributes that are too many. One made of nothing but such tags is its words.
  static func limited(_ html: [UInt8]) -> [UInt8] {
    var html = html
    for _ in 0..<mostPasses {
      var work = html.count * mostWork + most
      // What is cut from one tag may open another that an earlier look took for its value.
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

  /// Nil where looking for them takes too long.
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

  /// Where a tag's `>` is, and where the first attribute begins that is too many, by the states that
  /// HTML's own description names.
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
