import Cells

struct ScriptResult: Equatable, Sendable {
  enum Outcome: Equatable, Sendable {
    case passed
    case failed
    /// The reason that it was not played.
    case skipped(String)
  }

  package var file: String
  var outcome: Outcome
  /// The line number, from 1; the last line if the final check failed.
  package var line: Int?
  package var step: String?
  package var message: String
  /// Frames as rows between bars, each with the name of its driver if there are two.
  package var frames: [Frame]

  struct Frame: Equatable, Sendable {
    package var title: String
    package var rows: [String]
    var markedRow: Int?
  }

  init(
    file: String, _ outcome: Outcome, line: Int? = nil, step: String? = nil, message: String = "",
    frames: [Frame] = []
  ) {
    self.file = file
    self.outcome = outcome
    self.line = line
    self.step = step
    self.message = message
    self.frames = frames
  }

  init(_ script: Script, step: Script.Step?, _ failure: StepFailure) {
    self.init(
      file: script.file, .failed, line: step?.line ?? script.lines.count,
      step: step?.text ?? "the end of the script", message: failure.message,
      frames: failure.frames.map {
        Frame(title: $0.title, rows: $0.rows, markedRow: $0.markedRow)
      })
  }

  init(_ error: ScriptError) {
    self.init(file: error.file, .failed, line: error.line, message: error.message)
  }

  /// The text for people; empty if there is nothing to report.
  package var text: String {
    switch outcome {
    case .passed: return ""
    case .skipped(let reason): return "skipped \(file): \(reason)\n"
    case .failed:
      var text = "FAILED \(file)\(line.map { ":\($0)" } ?? "")"
      if let step { text += ": \(Self.short(step))" }
      text += "\n  \(message)\n"
      for frame in frames {
        if !frame.title.isEmpty { text += "  on \(frame.title):\n" }
        for (index, row) in frame.rows.enumerated() {
          text += "  \(index == frame.markedRow ? ">" : " ") |\(row)|\n"
        }
      }
      return text
    }
  }

  private static let mostOfStep = 100

  /// Shortens a step with a long text, such as a `run` with its output: the message has the
  /// difference.
  private static func short(_ step: String) -> String {
    step.count > mostOfStep ? step.prefix(mostOfStep - 1) + "…" : step
  }

  /// The result as JSON: file, ok, line, step, message, frame.
  package var json: String {
    var members = [
      "\"file\": \(JSONText.quoted(file))", "\"ok\": \(outcome == .failed ? "false" : "true")",
    ]
    if case .skipped(let reason) = outcome {
      members.append("\"skipped\": \(JSONText.quoted(reason))")
    }
    if let line { members.append("\"line\": \(line)") }
    if let step { members.append("\"step\": \(JSONText.quoted(step))") }
    if !message.isEmpty { members.append("\"message\": \(JSONText.quoted(message))") }
    for (index, frame) in frames.enumerated() {
      // A second driver's frame has another name, so that `frame` means the same everywhere.
      let name = index == 0 ? "frame" : "frame-\(frame.title)"
      let rows = frame.rows.map(JSONText.quoted).joined(separator: ", ")
      members.append("\(JSONText.quoted(name)): [\(rows)]")
      if index == 0, let marked = frame.markedRow { members.append("\"row\": \(marked + 1)") }
    }
    return "{\(members.joined(separator: ", "))}"
  }
}
