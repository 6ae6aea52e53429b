package import Entities
import NoteSyntax
package import Services

extension VaultLinks {
  /// More notes than that nobody goes through.
  private static let mostMentioning = 1000

  @concurrent
  package func mentions(of note: NoteID) async throws(NoteIndexError) -> [LinkRecord] {
    let names = try names(of: note).map { Needle(phrase: $0) }.filter { !$0.isEmpty }
    if names.isEmpty { return [] }
    let condition = Condition.any(names.map { .words($0) })
    var records: [LinkRecord] = []
    var contexts = LinkContexts(index.files)
    for found in try search.find(condition, limit: Self.mostMentioning)
    where found.id != note && found.isReadable {
      if Task.isCancelled { throw .cancelled }
      guard let bytes = contexts.text(of: found.id.path) else { continue }
      for (place, line) in Self.mentions(names, in: bytes) {
        records.append(
          LinkRecord(
            source: found.id, sourceTitle: found.title, line: line,
            context: LinkContexts.line(around: place.lowerBound, in: bytes),
            written: String(decoding: bytes[place], as: UTF8.self), target: note, isEmbed: false))
      }
    }
    return records
  }

  /// Title and aliases as they are written, and the file's name.
  private func names(of note: NoteID) throws(NoteIndexError) -> [String] {
    guard let fact = index.files.facts(of: note) else { return [] }
    var reader = NoteReader(index.files)
    guard let read = reader.read(note.path, fact) else { return [] }
    let aliases = read.properties.filter { $0.key.elementsEqual("aliases".utf8) }
    return [read.title, note.path.stem.text] + aliases.compactMap(\.value)
  }

  /// Where the text says a name outside of links and front matter; once a line.
  static func mentions(
    _ names: [Needle], in bytes: UnsafeBufferPointer<UInt8>
  ) -> [(place: Range<Int>, line: Int)] {
    let scanned = UnsafeBufferPointer(rebasing: bytes.prefix(NoteReader.mostScanned))
    let scan = NoteScanner.scan(scanned.span)
    let links = scan.links.map(\.whole).sorted { $0.lowerBound < $1.lowerBound }
    var mentions: [(place: Range<Int>, line: Int)] = []
    var (line, counted, link) = (1, 0, 0)
    let places = names.flatMap { $0.matches(in: scanned) }.sorted { $0.lowerBound < $1.lowerBound }
    for place in places where place.lowerBound >= scan.body {
      while link < links.count, links[link].upperBound <= place.lowerBound { link += 1 }
      if link < links.count, links[link].overlaps(place) { continue }
      line += bytes[counted..<place.lowerBound].count { $0 == UInt8(ascii: "\n") }
      counted = place.lowerBound
      if mentions.last?.line == line { continue }
      mentions.append((place, line))
    }
    return mentions
  }
}
