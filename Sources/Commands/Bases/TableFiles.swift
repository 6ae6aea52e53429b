import Bases
import Entities
import Services

/// The files of a vault, as bases ask for them. What was asked for once is kept.
final class TableFiles: BaseFiles {
  private let table: any FileTable
  private let wall: (Timestamp) -> CivilTime
  private var known: [Int: BaseObject] = [:]
  private var sources: [Int: [Int]] = [:]

  init(_ table: any FileTable, wall: @escaping (Timestamp) -> CivilTime) {
    self.table = table
    self.wall = wall
  }

  var count: Int { table.rows.count }

  func path(of file: Int) -> NotePath { table.rows[file].path }
  func size(of file: Int) -> Int { table.rows[file].size }
  func created(of file: Int) -> BaseDate { date(table.rows[file].created) }
  func modified(of file: Int) -> BaseDate { date(table.rows[file].modified) }
  func tags(of file: Int) -> [String] { table.rows[file].tags }

  func properties(of file: Int) -> BaseObject {
    if let known = known[file] { return known }
    let properties = BaseObject(
      frontMatter: table.frontMatter(of: file), of: file, wall: wall)
    known[file] = properties
    return properties
  }

  func property(_ name: BaseName, of file: Int) -> BaseValue? { properties(of: file)[name] }

  func links(of file: Int) -> [BaseLink] { links(of: file, areEmbeds: false) }
  func embeds(of file: Int) -> [BaseLink] { links(of: file, areEmbeds: true) }

  private func links(of file: Int, areEmbeds: Bool) -> [BaseLink] {
    table.rows[file].links.filter { $0.isEmbed == areEmbeds }
      .map { BaseLink($0.target, source: file) }
  }

  func backlinks(of file: Int) -> [Int] {
    if let known = sources[file] { return known }
    let found = table.sources(ofLinksTo: file)
    sources[file] = found
    return found
  }

  func file(named target: String, from source: Int?) -> Int? {
    table.file(named: target, from: source)
  }

  func file(at path: NotePath) -> Int? { table.file(at: path) }

  private func date(_ moment: Timestamp) -> BaseDate {
    BaseDate(wall(moment), milliseconds: Int(moment.nanoseconds / 1_000_000))
  }
}
