import Bytes
import Entities
import Folding
import Glibc
import NoteSyntax
import Tasks

extension IndexedNote {
  /// Longer texts are cut, because they are shown on one line.
  private static let longest = 1000
  /// No path in the file system is longer.
  private static let longestTarget = 4096

  /// Adds what the scan found in the note's bytes.
  mutating func add(_ scan: NoteScan, of bytes: UnsafeBufferPointer<UInt8>) {
    problem = scan.frontMatterProblem
    for property in scan.properties { add(property) }
    for alias in scan.aliases { names.append(Name(kind: .alias, key: Folding.name(alias.utf8))) }
    for heading in scan.headings.prefix(NoteReader.mostParts) {
      headings.append(
        Heading(
          line: heading.line, level: heading.level, text: Self.text(heading.text, of: bytes)))
    }
    for block in scan.blocks.prefix(NoteReader.mostParts) {
      blocks.append(Block(id: Self.text(block.id, of: bytes), line: block.line))
    }
    for field in scan.fields.prefix(NoteReader.mostParts) {
      let name = Self.text(field.name, of: bytes)
      fields.append(
        Field(
          line: field.line, key: Folding.name(name.utf8), name: name,
          value: Self.text(field.value, of: bytes)))
    }
    addTags(scan)
    addTasks(scan, of: bytes)
    addLinks(scan, of: bytes)
  }

  private mutating func add(_ property: NoteProperty) {
    let key = Folding.name(property.name.utf8)
    let type = PropertyType(of: property.value, named: property.name)
    // A repeated property also starts a new value.
    let isDeterminedByRows =
      PropertyForm.value(of: property.values, type) == property.value
      && properties.last?.name != property.name
    var whole = isDeterminedByRows ? nil : PropertyForm.text(of: property.value)
    for value in property.values.isEmpty ? [nil] : property.values.map(Optional.some) {
      properties.append(
        Property(key: key, name: property.name, value: value, type: type, whole: whole))
      whole = nil
    }
    guard let first = property.values.first else { return }
    switch property.name.lowercased() {
    case "kanban-plugin":
      if property.values.contains(where: { !$0.isEmpty }) { features |= Schema.Feature.board }
    case "created", "date", "created_at", "date created":
      created = created ?? WrittenDate.moment(first)
    case "id", "identifier":
      names.append(Name(kind: .id, key: Folding.name(first.utf8)))
    default: break
    }
  }

  /// Adds what Logseq reads in a page's first block: lines of `title::`, `alias::` and `tags::`.
  mutating func addPageProperties(_ scan: NoteScan, of bytes: UnsafeBufferPointer<UInt8>) {
    var start = scan.body
    while start < bytes.count, Byte.isBlank(bytes[start]) { start += 1 }
    var line = bytes[..<start].count { $0 == Byte.lineFeed } + 1
    for field in scan.fields where field.line == line {
      line += 1
      let value = Self.text(field.value, of: bytes)
      let items = value.split(separator: ",").map { item in
        item.drop { $0 == " " || $0 == "[" || $0 == "#" }.prefix { $0 != "]" }
          .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }.filter { !$0.isEmpty }
      switch Self.text(field.name, of: bytes).lowercased() {
      case "title": title = value.isEmpty ? title : value
      case "alias", "aliases":
        names += items.map { Name(kind: .alias, key: Folding.name($0.utf8)) }
      case "tags":
        tags += items.filter(TagRenaming.isName).map { Tag(key: Folding.name($0.utf8), name: $0) }
      default: break
      }
    }
  }

  /// Separates tags that are only in lines of tasks from the note's own.
  private mutating func addTags(_ scan: NoteScan) {
    let lines = Set(scan.tasks.map(\.line))
    var own: Set<[UInt8]> = []
    for tag in scan.tags.prefix(NoteReader.mostParts) {
      let key = Folding.name(tag.name.utf8)
      if !lines.contains(tag.line) { own.insert(key) }
      tags.append(Tag(key: key, name: tag.name))
    }
    for keyword in DenoteName(stem: path.stem.text)?.keywords ?? [] {
      let key = Folding.name(keyword.utf8)
      own.insert(key)
      if !key.isEmpty { tags.append(Tag(key: key, name: keyword)) }
    }
    for index in tags.indices { tags[index].isOfTask = !own.contains(tags[index].key) }
  }

  private mutating func addTasks(_ scan: NoteScan, of bytes: UnsafeBufferPointer<UInt8>) {
    for task in scan.tasks.prefix(NoteReader.mostParts) {
      let line = TaskLine(bytes.span, mark: task.status, text: task.text)
      let facts = line.facts(in: bytes.span)
      tasks.append(Task(line: task.line, facts: facts))
      if facts.isOpen { openTasks += 1 }
    }
    if !tasks.isEmpty { features |= Schema.Feature.task }
  }

  private mutating func addLinks(_ scan: NoteScan, of bytes: UnsafeBufferPointer<UInt8>) {
    for link in scan.links {
      features |= Schema.Feature.link
      if link.isExternal { continue }
      let target = LinkTarget(link, of: bytes.span)
      if target.isAttachment { features |= Schema.Feature.attachment }
      guard links.count < NoteReader.mostParts, target.bytes.count <= Self.longestTarget else {
        continue
      }
      links.append(
        Link(
          line: link.line, kind: Schema.LinkKind(link.kind), isEmbed: link.isEmbed,
          key: target.key, target: target.bytes, part: link.part.map { Self.text($0, of: bytes) },
          words: link.text.map { Self.text($0, of: bytes) }, inObsidian: target.inObsidian,
          whole: link.whole))
    }
  }

  /// Adds the names from the file's name and the title, each once per kind.
  mutating func addNames(inLogseq: Bool = false) {
    let stem = path.stem.bytes
    names.append(Name(kind: .stem, key: LinkName.key(of: path)))
    names.append(Name(kind: .title, key: Folding.name(title.utf8)))
    // Links find all paths with this ending, and compare the whole name then.
    let page = path.ownTitle(inLogseq: inLogseq)
    if inLogseq, page.contains("/") {
      names.append(Name(kind: .stem, key: LinkName.key(of: NotePath(page))))
    }
    if let id = NameID.of(stem) { names.append(Name(kind: .id, key: Folding.name(id))) }
    created = created ?? WrittenDate.moment(ofStem: stem)
    var known: Set<Name> = []
    names.removeAll { $0.key.isEmpty || !known.insert($0).inserted }
  }

  private static func text(_ range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> String {
    var end = min(range.upperBound, range.lowerBound + longest)
    // Cut between characters.
    while end > range.lowerBound, end < range.upperBound, bytes[end] & 0xc0 == 0x80 { end -= 1 }
    return String(decoding: bytes[range.lowerBound..<end], as: UTF8.self)
  }
}

extension Schema.LinkKind {
  init(_ kind: NoteScan.Link.Kind) {
    self =
      switch kind {
      case .wiki: .wiki
      case .markdown: .markdown
      case .reference: .reference
      }
  }
}

/// Dates in notes as people and programs write them, in nanoseconds since 1970.
enum WrittenDate {
  /// Reads a date at the beginning of a property.
  static func moment(_ text: String) -> Int64? {
    WrittenMoment(startOf: text.utf8Span.span).flatMap { $0.isCompact ? nil : nanoseconds($0) }
  }

  /// Reads the date of creation from a file's name: `20220621T062327--title`, `202206210623 title`,
  /// `2026-03-02`.
  static func moment(ofStem stem: [UInt8]) -> Int64? {
    guard let moment = WrittenMoment(startOf: stem.span) else { return nil }
    let isWhole = moment.length == stem.count
    let isStamp =
      moment.isCompact
      ? moment.hasTime && (isWhole || !Byte.isDigit(stem[moment.length]))
      : moment.precision == .day && isWhole
    return isStamp ? nanoseconds(moment) : nil
  }

  /// Without a zone, a date is in the user's.
  private static func nanoseconds(_ moment: WrittenMoment) -> Int64? {
    guard moment.precision >= .day, moment.exists else { return nil }
    let time = moment.time
    var parts = tm()
    parts.tm_year = Int32(time.year - 1900)
    parts.tm_mon = Int32(time.month - 1)
    parts.tm_mday = Int32(time.day)
    parts.tm_hour = Int32(time.hour)
    parts.tm_min = Int32(time.minute)
    parts.tm_sec = Int32(time.second)
    parts.tm_isdst = -1
    let seconds = moment.zone == nil ? Int64(mktime(&parts)) : moment.inUTC.seconds
    let (whole, isBeyond) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isBeyond ? nil : whole
  }
}
