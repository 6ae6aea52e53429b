import Entities
import FakeTerminal
import Terminal

/// Plays on two stages in parallel and compares their frames after every step, cell by cell.
@MainActor
final class PairStage: Stage {
  private let first: any Stage
  private let second: any Stage
  private let titles: (String, String)

  init(_ first: any Stage, _ second: any Stage, titles: (String, String)) {
    self.first = first
    self.second = second
    self.titles = titles
  }

  var sandboxes: [Sandbox] { first.sandboxes + second.sandboxes }
  var frame: FakeFrame { first.frame }
  var ending: Ending? { first.ending }

  func start(_ arguments: [String], size: Size, clock: CivilTime) async throws(StepFailure) {
    try await first.start(arguments, size: size, clock: clock)
    try await second.start(arguments, size: size, clock: clock)
    try await compare()
  }

  func send(_ input: Input) async throws(StepFailure) {
    try await first.send(input)
    try await second.send(input)
    try await compare()
  }

  func resize(to size: Size) async throws(StepFailure) {
    try await first.resize(to: size)
    try await second.resize(to: size)
    try await compare()
  }

  func setClock(_ time: CivilTime) async throws(StepFailure) {
    try await first.setClock(time)
    try await second.setClock(time)
    try await compare()
  }

  func tick(_ duration: Duration) async throws(StepFailure) {
    try await first.tick(duration)
    try await second.tick(duration)
    try await compare()
  }

  func waitForIdle() async throws(StepFailure) {
    try await first.waitForIdle()
    try await second.waitForIdle()
    try await compare()
  }

  func report() async throws(StepFailure) -> SyncReport? {
    let (left, right) = (try await first.report(), try await second.report())
    // A program that has ended cannot answer; one in this process still can.
    guard let left, let right, ending == nil else { return left ?? right }
    if left != right {
      throw StepFailure(
        "the two stages report different states: \(titles.0) \(left.encoded), "
          + "\(titles.1) \(right.encoded)")
    }
    return left
  }

  /// Replaces the output that may differ: the random names of encrypted files, the machine's time
  /// in a sync, and the index size, which depends on when its log was emptied.
  private static func withoutRandomParts(_ output: String) -> String {
    output.replacing(#/[a-z2-7]{26}\.age/#, with: "….age")
      .replacing(#/[0-9-]{10}T[0-9:]{8}Z/#, with: "…")
      .replacing(#/(index bytes\t|"indexBytes": )[0-9]+/#) { "\($0.1)…" }
  }

  func run(_ arguments: [String], clock: CivilTime) async throws(StepFailure) -> String {
    let left = try await first.run(arguments, clock: clock)
    let right = try await second.run(arguments, clock: clock)
    if Self.withoutRandomParts(left) != Self.withoutRandomParts(right) {
      throw StepFailure(
        "the outputs differ: \(titles.0) \(left.debugDescription), "
          + "\(titles.1) \(right.debugDescription)")
    }
    return left
  }

  func close() {
    first.close()
    second.close()
  }

  /// Changes of files may reach one of the two first, so both get some time.
  private func compare() async throws(StepFailure) {
    for _ in 1...60 {
      do throws(StepFailure) {
        return try compareNow()
      } catch {
        try? await Task.sleep(for: .milliseconds(50))
        try await first.waitForIdle()
        try await second.waitForIdle()
      }
    }
    try compareNow()
  }

  private func compareNow() throws(StepFailure) {
    if first.ending?.code != second.ending?.code {
      throw StepFailure(
        "\(titles.0) \(Self.state(first)), \(titles.1) \(Self.state(second))", frames: shots(nil))
    }
    if first.ending != nil { return }
    let (left, right) = (first.frame, second.frame)
    if left.size != right.size {
      throw StepFailure("the frames differ in size", frames: shots(nil))
    }
    for row in left.rows.indices {
      for column in left.rows[row].indices {
        let (a, b) = (left.rows[row][column], right.rows[row][column])
        if a.looksLike(b) || areOwnFolderNames(left.rows[row], right.rows[row], column) { continue }
        let what =
          a.visibleStyle == b.visibleStyle
          ? "text: \(a.text.debugDescription), \(b.text.debugDescription)"
          : "style: \(FrameCheck.words(a.style)); \(FrameCheck.words(b.style))"
        throw StepFailure(
          "the frames differ at \(row + 1):\(column + 1) in \(what)", frames: shots(row))
      }
    }
    if left.cursor != right.cursor {
      throw StepFailure(
        "the cursors differ: \(titles.0) \(FrameCheck.words(left.cursor)), "
          + "\(titles.1) \(FrameCheck.words(right.cursor))",
        frames: shots(nil))
    }
  }

  /// Whether a cell belongs to the name of each stage's own folder, which is random.
  private func areOwnFolderNames(_ left: [FakeCell], _ right: [FakeCell], _ column: Int) -> Bool {
    guard left[column].visibleStyle == right[column].visibleStyle,
      let one = first.sandboxes.first?.name, let other = second.sandboxes.first?.name,
      one.count == other.count
    else { return false }
    return (max(0, column - one.count + 1)...column).contains { start in
      Self.shows(one, in: left, at: start) && Self.shows(other, in: right, at: start)
    }
  }

  private static func shows(_ name: Substring, in row: [FakeCell], at start: Int) -> Bool {
    start + name.count <= row.count
      && row[start..<(start + name.count)].map(\.text).joined() == name
  }

  private func shots(_ row: Int?) -> [StepFailure.Shot] {
    [
      StepFailure.Shot(title: titles.0, frame: first.frame, markedRow: row),
      StepFailure.Shot(title: titles.1, frame: second.frame, markedRow: row),
    ]
  }

  private static func state(_ stage: any Stage) -> String {
    guard let ending = stage.ending else { return "runs" }
    return "has ended with \(ending.code)" + (ending.message.isEmpty ? "" : " (\(ending.message))")
  }
}
