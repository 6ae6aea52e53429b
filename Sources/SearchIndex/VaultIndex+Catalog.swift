import Entities
package import Services

extension VaultIndex {
  @concurrent
  package func catalog(_ request: CatalogRequest) async throws(NoteIndexError) -> any NoteCatalog {
    if request == CatalogRequest(), let early = early.take() { return early }
    return catalogNow(request)
  }

  /// Begins to read what the first list will ask for.
  package func prepareCatalog() {
    early.start { [self] in IndexCatalog(CatalogRequest(), connections, folded) }
  }

  package func catalogAtHand(_ request: CatalogRequest) -> (any NoteCatalog)? {
    request == CatalogRequest() ? early.takeSoon() : nil
  }

  func catalogNow(_ request: CatalogRequest) -> any NoteCatalog {
    IndexCatalog(request, connections, folded) ?? SurveyCatalog(request, files, unread)
  }

  @concurrent
  package func report() async throws(NoteIndexError) -> IndexReport {
    let place = folder.place
    let report = try reading { (database) throws(DatabaseError) in
      try database.snapshot { () throws(DatabaseError) in
        try Self.report(database, place)
      }
    }
    guard var report else {
      let problem = "There is no index yet; it is made in the background."
      return IndexReport(
        place: place, notes: 0, words: 0, links: 0, tags: 0, tasks: 0, openTasks: 0, bytes: 0,
        reconciled: nil, problems: connections.takeProblems() + [problem])
    }
    report.bytes = connections.current().map { folder.size(of: $0.name) } ?? 0
    report.problems += connections.takeProblems()
    return report
  }

  private static func report(
    _ database: Database, _ place: String
  ) throws(DatabaseError) -> IndexReport {
    func number(_ sql: String) throws(DatabaseError) -> Int { Int(try database.number(sql) ?? 0) }
    let sums = try database.query(
      "SELECT count(*), sum(words), sum(tasks), sum(openTasks) FROM note")
    _ = try sums.next()
    var report = IndexReport(
      place: place, notes: Int(sums.int(0)), words: Int(sums.int(1)),
      links: try number("SELECT count(*) FROM link"),
      tags: try number("SELECT count(*) FROM (SELECT DISTINCT key FROM tag)"),
      tasks: Int(sums.int(2)), openTasks: Int(sums.int(3)), bytes: 0,
      reconciled: try database.meta(Schema.Meta.reconciled).map { Timestamp(wholeNanoseconds: $0) },
      problems: [])
    let check = try database.query("PRAGMA quick_check(10)")
    while try check.next() {
      let problem = check.text(0)
      if problem != "ok" { report.problems.append(problem) }
    }
    return report
  }
}
