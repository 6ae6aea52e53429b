import Entities
import Services
import TestSupport

@testable import SearchIndex

/// The full contents of an index, by the paths of notes, as comparable lines.
enum IndexDump {
  static func lines(_ index: VaultIndex) throws -> [String] {
    let lines = try index.index.reading { (database) throws(DatabaseError) in
      var lines: [String] = []
      try append(
        """
        SELECT 'note', path, title, snippet, modified, created, obstacle, words, features, tasks,
        openTasks, problem, inode, size, digest FROM note
        """, &lines, database)
      for part in ["link", "name", "tag", "task", "property", "heading", "block"] {
        try append(
          """
          SELECT '\(part)', note.path, part.* FROM \(part) AS part
          JOIN note ON note.id = part.note
          """,
          hiding: 2, &lines, database)
      }
      try append(
        "SELECT 'folder', path FROM folder JOIN note ON note.folder = folder.id",
        &lines, database)
      return lines.sorted()
    }
    return lines ?? []
  }

  /// Paths in the order of ids.
  static func order(_ index: VaultIndex) throws -> [NotePath] {
    let order = try index.index.reading { (database) throws(DatabaseError) in
      var paths: [NotePath] = []
      let rows = try database.query("SELECT path FROM note ORDER BY id")
      while try rows.next() { paths.append(NotePath(bytes: rows.bytes(0))) }
      return paths
    }
    return order ?? []
  }

  /// The notes with a word that begins with this, by the full-text index.
  static func notes(_ index: VaultIndex, beginning word: String) throws -> Set<NotePath> {
    let found = try index.index.reading { (database) throws(DatabaseError) in
      try database.prepareWords()
      var paths: Set<NotePath> = []
      let rows = try database.query(
        """
        SELECT path FROM note WHERE id IN (SELECT rowid FROM words WHERE words MATCH ?)
        """, .text("\"\(word)\"*"))
      while try rows.next() { paths.insert(NotePath(bytes: rows.bytes(0))) }
      return paths
    }
    return found ?? []
  }

  /// What must hold in every index; empty when it does.
  static func troubles(_ index: VaultIndex) throws -> [String] {
    let troubles = try index.index.reading { (database) throws(DatabaseError) in
      var troubles: [String] = []
      try database.prepareWords()
      let same: [(String, String, String)] = [
        ("notes", "SELECT count(*) FROM note", "SELECT value FROM meta WHERE key = 'notes'"),
        ("stale", "SELECT count(*) FROM stale", "SELECT value FROM meta WHERE key = 'stale'"),
        ("reused ids", "SELECT count(*) FROM note WHERE id IN (SELECT id FROM stale)", "SELECT 0"),
        (
          "ids below the lowest",
          "SELECT count(*) FROM note WHERE id < (SELECT value FROM meta WHERE key = 'lowest')",
          "SELECT 0"
        ),
        (
          "counts of tasks",
          "SELECT ifnull(sum(tasks * (day % 100003 + priority * 7)), 0) FROM taskday",
          "SELECT ifnull(sum(day % 100003 + priority * 7), 0) FROM task WHERE isOpen"
        ),
        (
          "groups of links",
          "SELECT count(*) FROM (SELECT * FROM linkgroup EXCEPT \(linkGroups))", "SELECT 0"
        ),
        (
          "links without a group",
          "SELECT count(*) FROM (\(linkGroups) EXCEPT SELECT * FROM linkgroup)", "SELECT 0"
        ),
        ("days without tasks", "SELECT count(*) FROM taskday WHERE tasks < 1", "SELECT 0"),
      ]
      for (what, left, right) in same {
        let (found, expected) = (try database.number(left), try database.number(right))
        if found != expected { troubles.append("\(what): \(found ?? -1), \(expected ?? -1)") }
      }
      for part in Schema.parts {
        let lost = try database.number(
          "SELECT count(*) FROM \(part) WHERE note NOT IN (SELECT id FROM note)")
        if lost != 0 { troubles.append("\(part) of notes that are gone") }
      }
      try database.run("INSERT INTO words (words) VALUES ('integrity-check')")
      let check = try database.query("PRAGMA integrity_check")
      while try check.next() { if check.text(0) != "ok" { troubles.append(check.text(0)) } }
      return troubles
    }
    return troubles ?? ["no index"]
  }

  private static let linkGroups =
    "SELECT key, kind, target, count(*) FROM link GROUP BY key, kind, target"

  private static func append(
    _ sql: String, hiding hidden: Int32? = nil, _ lines: inout [String], _ database: Database
  ) throws(DatabaseError) {
    let rows = try database.query(sql)
    while try rows.next() {
      var parts: [String] = []
      for column in 0..<rows.count where column != hidden {
        parts.append(
          rows.isNull(column) ? "-" : String(decoding: rows.bytes(column), as: UTF8.self))
      }
      lines.append(parts.joined(separator: "|"))
    }
  }
}

extension VaultIndex {
  /// Updates the index, and returns all messages of the update.
  func reconciled() async -> [IndexProgress] {
    var all: [IndexProgress] = []
    for await progress in reconcile() { all.append(progress) }
    return all
  }
}

extension [IndexProgress] {
  var change: IndexChange {
    reduce(into: IndexChange()) { change, progress in
      guard case .changed(let part) = progress else { return }
      change.updated += part.updated
      change.removed += part.removed
    }
  }

  var problems: [String] {
    compactMap { if case .problem(let problem) = $0 { problem } else { nil } }
  }

  var isFirst: Bool {
    contains { if case .isFirst = $0 { true } else { false } }
  }
}
