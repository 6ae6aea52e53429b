import NoteSyntax
enum NoteScanner {
  static func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> NoteScan {
    var scan = NoteScan()
    var line = 0
    var start = 0
    while start < bytes.count {
      line += 1
      var end = start
      while end < bytes.count, bytes[end] != 10 { end += 1 }
      if bytes[start] == 35, end > start + 2, bytes[start + 1] == 32 {
        scan.headings.append(.init(level: 1, text: (start + 2)..<end, line: line))
      }
      if end > start + 6, bytes[start] == 45, bytes[start + 2] == 91, bytes[start + 4] == 93 {
        scan.tasks.append(
          .init(
            status: Unicode.Scalar(bytes[start + 3]), text: (start + 6)..<end, line: line, due: nil)
        )
      }
      var i = start
      while i + 1 < end {
        if bytes[i] == 91, bytes[i + 1] == 91 {
          var j = i + 2
          while j < end, bytes[j] != 93 { j += 1 }
          if j + 1 < end {
            scan.links.append(
              .init(
                kind: .wiki, isEmbed: false, whole: i..<(j + 2), target: (i + 2)..<j, part: nil,
                text: nil, line: line, isExternal: false))
          }
          i = j
        } else if bytes[i] == 35, bytes[i + 1] > 64, i == start || bytes[i - 1] == 32 {
          var j = i + 1
          while j < end, bytes[j] > 64 { j += 1 }
          scan.tags.append(
            .init(name: String(decoding: bytes[(i + 1)..<j], as: UTF8.self), line: line))
          i = j
        }
        i += 1
      }
      start = end + 1
    }
    return scan
  }
}
