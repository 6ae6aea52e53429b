package import Services
import Entities
import Synchronization

/// The files of a vault for tables: notes from the index, or without one from the files, and the others
/// from the vault's listing.
package struct VaultTables: FileTables {
  let index: IndexAccess

  @concurrent
  package func table(_ request: FileTableRequest) async throws(NoteIndexError) -> any FileTable {
    var others: [FileRow] = []
    if request.scope?.isOfNotes != true {
      others = index.files.attachments().compactMap { path in
        request.hasFacts ? IndexedTable.other(at: path, index.files) : FileRow(path: path)
      }
    }
    if try index.freshen() {
      let rows = try index.reading { (database) throws(DatabaseError) in
        try NoteRows.read(request, in: database)
      }
      if let rows { return IndexedTable(rows, others, index, scanned: nil) }
    }
    let scanned = try ScannedVault.make(index.files, index.clock)
    do throws(DatabaseError) {
      // It knows no folders.
      var request = request
      request.scope = nil
      let rows = try NoteRows.read(request, in: scanned)
      return IndexedTable(rows, others, index, scanned: SharedDatabase(scanned))
    } catch {
      throw .unusable(place: "memory", reason: error.reason)
    }
  }
}

/// A database in memory that one table asks, from any thread.
final class SharedDatabase: Sendable {
  private let database: Mutex<Database>

  init(_ database: Database) { self.database = Mutex(database) }

  func ask<Value>(_ body: (Database) throws(DatabaseError) -> Value) -> Value? {
    database.withLock { try? body($0) }
  }
}
