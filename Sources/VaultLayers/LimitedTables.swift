package import Entities
package import OpenVault
import Services

extension VaultServices {
  /// Returns services whose tables have only these files, also where links lead.
  package func withTables(
    of isShown: @escaping @Sendable (NotePath) -> Bool
  ) -> VaultServices {
    var services = self
    services.queries.tables = queries.tables.map { LimitedTables(tables: $0, isShown: isShown) }
    return services
  }
}

private struct LimitedTables: FileTables {
  let tables: any FileTables
  let isShown: @Sendable (NotePath) -> Bool

  func table(_ request: FileTableRequest) async throws(NoteIndexError) -> any FileTable {
    LimitedTable(try await tables.table(request), isShown: isShown)
  }
}

private struct LimitedTable: FileTable {
  let table: any FileTable
  let isShown: @Sendable (NotePath) -> Bool
  let rows: [FileRow]

  init(_ table: any FileTable, isShown: @escaping @Sendable (NotePath) -> Bool) {
    (self.table, self.isShown) = (table, isShown)
    rows = table.rows.filter { isShown($0.path) }
  }

  func row(at path: NotePath) -> FileRow? { isShown(path) ? table.row(at: path) : nil }

  func path(named target: String, from source: NotePath) -> NotePath? {
    table.path(named: target, from: source).flatMap { isShown($0) ? $0 : nil }
  }

  func links(of path: NotePath) -> [FileLink] { isShown(path) ? table.links(of: path) : [] }

  func sources(ofLinksTo path: NotePath) -> [NotePath] {
    table.sources(ofLinksTo: path).filter(isShown)
  }
}
