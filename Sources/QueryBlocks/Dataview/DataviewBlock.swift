import Bases
import Entities
import Expressions
import Services
import VaultSettings

/// Answers ` ```dataview` blocks and `= …` expressions in lines, as Dataview does.
struct DataviewBlock {
  let sources: BaseSources
  let tasks: any TaskScanning
  let files: any VaultFiles
  let budget: WorkBudget

  private static let longestCSV = 16 << 20

  func answer(_ text: String, in note: NoteID?) async throws(BlockProblem) -> BlockAnswer {
    let now = DateValue(sources.clock.civil(sources.clock.now))
    let query = try DataQueryReader.query(text, now: now)
    let vault: DataVault
    if case .csv(let name, let offset) = query.source {
      return try await answer(query, toCSV: name, at: offset, now, in: note)
    }
    do throws(NoteIndexError) {
      let (table, request, chosen) = try await chosenNotes(of: query, in: note)
      vault = await makeVault(table, request, chosen, note, query)
      if query.asksForTasks {
        // The tasks of other notes are needed only if an expression asks for them.
        vault.add(try await scanned(query.namesTasks ? nil : request.scope, for: query))
      }
    } catch {
      throw BlockProblem(error)
    }
    let rows = vault.chosen.map { DataRun.Row(record: $0) }
    return try answer(query, rows, vault, now, in: note)
  }

  /// Answers from a CSV file, in which each line is a row without a note.
  private func answer(
    _ query: DataQuery, toCSV name: String, at offset: Int, _ now: DateValue,
    in note: NoteID?
  ) async throws(BlockProblem) -> BlockAnswer {
    let table = try await BlockProblem.located { () async throws(NoteIndexError) in
      try await sources.tables.table(.nothing)
    }
    guard let path = table.path(named: name, from: note?.path ?? NotePath("")) else {
      throw query.problem(ExpressionFault("there is no file “\(name)”", at: offset))
    }
    let bytes = try await rethrow(files.whole(NoteID(path), atMost: Self.longestCSV)) {
      (error: NoteStoreError) in query.problem(ExpressionFault(error.message, at: offset))
    }
    guard let bytes else {
      throw query.problem(
        ExpressionFault("“\(path.text)” is longer than \(Self.longestCSV >> 20) MiB", at: offset))
    }
    let vault = await makeVault(table, FileTableRequest(), [], note, query)
    let csv = DataCSV(bytes, in: vault.this)
    let rows = csv.rows.enumerated().map { number, fields in
      DataRun.Row(
        id: .string("\(path.text)#\(number)"), record: vault.add(.row(fields, over: nil)))
    }
    let cut = csv.isCut ? ["“\(path.text)” is cut after \(rows.count) rows."] : []
    return try answer(query, rows, vault, now, in: note, notes: cut)
  }

  private func answer(
    _ query: DataQuery, _ rows: [DataRun.Row], _ vault: DataVault, _ now: DateValue,
    in note: NoteID?, notes: [String] = []
  ) throws(BlockProblem) -> BlockAnswer {
    let settings = sources.foreign.dataviewPlugin()
    let evaluator = DataEvaluator(
      vault, now: now, settings: settings.value ?? DataviewSettings(), within: budget)
    var rows = rows
    vault.tasksInherit = query.kind == .task
    if query.kind == .task {
      rows = rows.flatMap { page in
        vault.tasks(of: page.record).map { DataRun.Row(record: $0) }
      }
    }
    var run = DataRun(query, vault, evaluator, rows: rows)
    // Rows that are not shown are not evaluated.
    let most = query.kind == .calendar ? Int.max : AnswerRoom.mostRows
    typealias Shown = [(row: DataRun.Row, values: [Value])]
    let shown = try query.located { () throws(ExpressionFault) -> Shown in
      try run.run()
      return query.kind == .task ? [] : try run.shownValues(ofFirst: most)
    }
    var answer = DataAnswer(vault, evaluator, AnswerLinks(from: note))
    let names = query.columns.map(\.name)
    let count = run.rows.count - run.leftOut
    switch query.kind {
    case .task: answer.add(tasks: run.rows, groups: run.groups.count)
    case .list: answer.add(list: shown, of: count, hasID: query.hasID)
    case .calendar: answer.add(calendar: shown)
    case .table:
      answer.add(
        table: shown, of: count, names,
        id: query.hasID ? run.groups.last ?? evaluator.settings.fileColumn : nil)
    }
    answer.add(run.notes + notes + (settings.problem.map { [$0] } ?? []))
    return BlockAnswer(answer.rows)
  }

  /// Answers an expression in a line; `this` is its note.
  func answer(toInline text: String, in note: NoteID?) async throws(BlockProblem) -> BlockAnswer {
    let now = DateValue(sources.clock.civil(sources.clock.now))
    var query = DataQuery()
    query.text = text
    let node = try query.located { () throws(ExpressionFault) in
      try ExpressionParser.whole(text.utf8, .dataview(now: now))
    }
    query.columns = [.init(name: "value", node: node)]
    let vault: DataVault
    do throws(NoteIndexError) {
      vault = await makeVault(
        try await sources.tables.table(.nothing), FileTableRequest(), [], note, query)
      if query.asksForTasks { vault.add(try await scanned(nil, for: query)) }
    } catch {
      throw BlockProblem(error)
    }
    let evaluator = DataEvaluator(
      vault, now: now, settings: sources.foreign.dataviewPlugin().value ?? DataviewSettings(),
      within: budget)
    let value = try query.located { () throws(ExpressionFault) in
      try evaluator.value(of: node, for: vault.this)
    }
    var answer = DataAnswer(vault, evaluator, AnswerLinks(from: note))
    return BlockAnswer([AnswerRow(answer.runs(value))])
  }

  private func makeVault(
    _ table: any FileTable, _ request: FileTableRequest, _ chosen: [FileRow], _ note: NoteID?,
    _ query: DataQuery
  ) async -> DataVault {
    let clock = sources.clock
    let asksForStars = query.nodes.contains { $0.asks(for: "starred") }
    let starred = asksForStars ? await sources.foreign.bookmarks().files : []
    return DataVault(table, request, chosen, this: note, files: files, starred: starred) {
      clock.civil($0)
    }
  }

  private func chosenNotes(
    of query: DataQuery, in note: NoteID?
  ) async throws(NoteIndexError) -> (any FileTable, FileTableRequest, [FileRow]) {
    guard let source = query.source else {
      let request = FileTableRequest(query, nil)
      let table = try await sources.tables.table(request)
      return (table, request, table.rows)
    }
    let bare = source.hasLinks ? try await sources.tables.table(.nothing) : nil
    let chosen = try await rethrow(ChosenNotes(source, bare, this: note)) {
      (error: ExpressionFault) in NoteIndexError.refused(query.problem(error).text)
    }
    let request = FileTableRequest(query, chosen.scope)
    // If the source names the notes, they are read one by one.
    if let bare, let these = chosen.these {
      let rows = these.sorted().compactMap { bare.row(at: $0) }
      var whole = request
      (whole.properties, whole.hasFacts, whole.hasTags, whole.hasFields) = (nil, true, true, true)
      return (bare, whole, rows.filter { $0.path.isOfNote && chosen.has($0) })
    }
    let table = try await sources.tables.table(request)
    return (table, request, table.rows.filter(chosen.has))
  }

  private func scanned(
    _ scope: FileScope?, for query: DataQuery
  ) async throws(NoteIndexError) -> [ScannedTask] {
    var scan = TaskScan()
    scan.scope = scope
    scan.withHeadings = ["section", "header"].contains { query.text.contains($0) }
    return try await tasks.scan(scan)
  }
}

extension FileTableRequest {
  /// Asks for no rows: notes are looked up one by one.
  static var nothing: FileTableRequest {
    var request = FileTableRequest()
    request.scope = .property([])
    return request
  }
}

extension DataQuery {
  var asksForTasks: Bool { kind == .task || namesTasks }
  fileprivate var namesTasks: Bool { nodes.contains { $0.asks(for: "tasks") } }
}

extension ExpressionNode {
  fileprivate func asks(for name: String) -> Bool {
    if case .member(_, let own) = kind, own.text == name { return true }
    return parts.contains { $0.asks(for: name) }
  }
}
