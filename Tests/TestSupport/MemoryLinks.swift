package import Entities
package import Services
import Synchronization
package import VaultSettings

/// Links as a test gives them.
package actor MemoryLinks: NoteLinks {
  private let records: Mutex<[LinkRecord]>
  private var unlinked: [LinkRecord]
  private let alone: [NoteMatch]
  private var tagCounts: [TagCount]
  private let known: [(count: PropertyCount, values: [String])]
  private var failures: [NoteIndexError] = []

  package init(
    _ links: [LinkRecord] = [], mentions: [LinkRecord] = [], orphans: [NoteMatch] = [],
    tags: [TagCount] = [], properties: [(count: PropertyCount, values: [String])] = []
  ) {
    known = properties
    records = Mutex(links)
    unlinked = mentions
    alone = orphans
    tagCounts = tags
  }

  /// The vault says something else from now on.
  package func change(
    links: [LinkRecord]? = nil, mentions: [LinkRecord]? = nil, tags: [TagCount]? = nil
  ) {
    if let links { records.withLock { $0 = links } }
    if let mentions { unlinked = mentions }
    if let tags { tagCounts = tags }
  }

  private nonisolated var all: [LinkRecord] { records.withLock { $0 } }

  /// The next call fails so.
  package func fail(next error: NoteIndexError) { failures.append(error) }

  private func failIfAsked() throws(NoteIndexError) {
    if !failures.isEmpty { throw failures.removeFirst() }
  }

  /// What a link in a test's note says, whatever note it is.
  package func target(
    of name: String, in home: LinkHome
  ) async throws(NoteIndexError) -> NoteID? {
    all.first { $0.source == home.note && $0.written == name }?.target
  }

  /// The names that more than one file has.
  private let shared: Mutex<Set<String>> = Mutex([])

  package nonisolated func share(_ name: String) { _ = shared.withLock { $0.insert(name) } }

  package func newLinks(
    to wishes: [NewLinkTarget], from home: NoteID?
  ) async throws(NoteIndexError) -> [NewLink] {
    wishes.map { wish in
      let path = wish.note?.path ?? NotePath("")
      let isShared = shared.withLock { $0.contains(path.stem.text) }
      let short = path.isOfNote ? path.stem : path.name
      let name = isShared ? path.folder.appending(short).text : short.text
      let inside = name + (wish.part.map { "#\($0)" } ?? "") + (wish.words.map { "|\($0)" } ?? "")
      return NewLink(isMarkdown: false, name: name, text: "[[\(inside)]]")
    }
  }

  /// The parts that notes have, as a test gives them; those of a note named “left out” are not offered.
  private let parts: Mutex<[NotePart]> = Mutex([])

  package nonisolated func add(_ part: NotePart) { parts.withLock { $0.append(part) } }

  package func headings(of notes: [NoteID]) async throws(NoteIndexError) -> [NotePart] {
    try failIfAsked()
    return parts.withLock { $0.filter { $0.level != nil && notes.contains($0.note) } }
  }

  package func blocks(
    named beginning: String, atMost limit: Int
  ) async throws(NoteIndexError) -> [NotePart] {
    try failIfAsked()
    return parts.withLock {
      Array($0.filter { $0.level == nil && $0.text.hasPrefix(beginning) }.prefix(limit))
    }
  }

  package func offered(_ notes: [NoteID]) async -> [NoteID] {
    notes.filter { $0.path.stem.text != "left out" }
  }

  package func links(from note: NoteID) async throws(NoteIndexError) -> [LinkRecord] {
    try failIfAsked()
    return all.filter { $0.source == note }
  }

  package func backlinks(to note: NoteID) async throws(NoteIndexError) -> [LinkRecord] {
    try failIfAsked()
    return all.filter { $0.target == note }
  }

  /// What a look would find as well: a test changes one vault.
  package nonisolated func knownBacklinks(to note: NoteID) -> (any LinkCatalog)? {
    WholeLinkCatalog(all.filter { $0.target == note })
  }

  package func mentions(of note: NoteID) async throws(NoteIndexError) -> [LinkRecord] {
    try failIfAsked()
    return unlinked.filter { $0.target == note }
  }

  package func broken() async throws(NoteIndexError) -> [LinkRecord] {
    try failIfAsked()
    return all.filter { $0.target == nil }
  }

  package func orphans() async throws(NoteIndexError) -> [NoteMatch] {
    try failIfAsked()
    return alone
  }

  /// A heading by its very words, a block by its name at the end of a line.
  package func line(ofPart part: String, in text: [UInt8]) async -> Int? {
    let lines = String(decoding: text, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let place = lines.firstIndex { line in
      part.hasPrefix("^")
        ? line.hasSuffix(part) : line.hasPrefix("#") && line.hasSuffix(" \(part)")
    }
    return place.map { $0 + 1 }
  }

  package func tags() async throws(NoteIndexError) -> [TagCount] {
    try failIfAsked()
    return tagCounts
  }

  package func properties() async throws(NoteIndexError) -> [PropertyCount] { known.map(\.count) }

  package func values(
    ofProperty name: String, atMost limit: Int
  ) async throws(NoteIndexError) -> [String] {
    try failIfAsked()
    return Array(known.first { $0.count.name == name }?.values.prefix(limit) ?? [])
  }

  /// As if no note had two tags.
  package func tagTree() async throws(NoteIndexError) -> [TagBranch] {
    try failIfAsked()
    var branches: [String: TagBranch] = [:]
    for tag in tagCounts {
      var name = ""
      for part in tag.name.split(separator: "/") {
        name += name.isEmpty ? String(part) : "/\(part)"
        branches[name, default: TagBranch(name: name, own: 0, all: 0)].all += tag.notes
      }
      branches[name]?.own = tag.notes
    }
    return branches.values.sorted {
      $0.name.split(separator: "/").lexicographicallyPrecedes($1.name.split(separator: "/"))
    }
  }
}
