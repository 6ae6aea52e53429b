import Help
import Terminal
import Viper

extension Wireframe {
  /// The keys of a place, and those that work everywhere, from the tables that drive them.
  func help(on table: KeyTable?) -> Route {
    let everywhere = router.ownKeys?.applied(to: AppKeymap.table) ?? AppKeymap.table
    let tables = [table, everywhere].compactMap(\.self)
    let sections = tables.map { table in
      HelpSection(
        title: table.title,
        rows: table.rows.map { row in
          HelpRow(keys: row.keys.joined(separator: ", "), summary: row.summary)
        })
    }
    return Route("Help") { HelpBuilder().make(title: "Keys", sections: sections) }
  }
}
