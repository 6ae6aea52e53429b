/// Names of pages as Logseq gives them to files: a slash is `___`, in older vaults `%2F`, and what no name
/// may hold is percent-encoded.
package enum LogseqName {
  /// The page that a file of this name is.
  package static func title(of stem: String) -> String {
    let bytes = Array(stem.utf8)
    var (title, index): ([UInt8], Int) = ([], 0)
    while index < bytes.count {
      if bytes[index...].starts(with: "___".utf8) {
        title.append(UInt8(ascii: "/"))
        index += 3
      } else if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let byte = UInt8(
          String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        title.append(byte)
        index += 3
      } else {
        title.append(bytes[index])
        index += 1
      }
    }
    return String(validating: title, as: UTF8.self) ?? stem
  }

  /// The name of the file of a page.
  package static func stem(of title: String) -> String {
    let parts = title.split(separator: "/").map { NoteFileName.stem(for: String($0)) }
    let stem = parts.joined(separator: "___")
    return stem.utf8.count <= NoteFileName.longestStem ? stem : NoteFileName.stem(for: title)
  }

  /// Whether the vault whose folder has this file is one of Logseq's.
  package static let mark = NotePath("logseq/config.edn")
}

extension NotePath {
  /// What a note is called by its file's name alone; `inLogseq`, as that shows it.
  package func ownTitle(inLogseq: Bool) -> String {
    let stem = stem.text
    let page = inLogseq ? LogseqName.title(of: stem) : stem
    return page == stem ? ownTitle : page
  }
}
