package import Entities

/// Links in an order that does not change: what changes is told, and then asked for again.
package protocol LinkCatalog: AnyObject, Sendable {
  var count: Int { get }

  /// In how many notes they stand.
  var noteCount: Int { get }

  /// The notes in which they stand; nil where some of them changed since.
  func sources() -> [NoteID]?

  /// A screenful takes about a millisecond: this may be called while drawing. There are fewer where
  /// a note changed in between.
  func links(in range: Range<Int>) -> [LinkRecord]
}

/// Links that are all at hand.
package final class WholeLinkCatalog: LinkCatalog {
  private let records: [LinkRecord]
  package let noteCount: Int

  package init(_ records: [LinkRecord]) {
    self.records = records
    noteCount = Set(records.map(\.source)).count
  }

  package var count: Int { records.count }

  package func sources() -> [NoteID]? { Array(Set(records.map(\.source))) }

  package func links(in range: Range<Int>) -> [LinkRecord] {
    Array(records[range.clamped(to: records.indices)])
  }
}
