package import Testing

/// Fails where two texts differ, and shows the lines that do: of a long text nobody finds them.
package func expectSame(
  _ text: String, _ wanted: String, _ what: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  guard let difference = lineDifference(of: text, from: wanted) else { return }
  Issue.record("\(what)\n\(difference)", sourceLocation: sourceLocation)
}

/// Fails where a text does not have a part, without the text.
package func expectText(
  _ text: String, has part: String, _ what: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if text.contains(part) { return }
  Issue.record("\(what): “\(part)” is not in it", sourceLocation: sourceLocation)
}

/// What is there with `+`, what was wanted with `-`, each with its line's number; nil where both are the
/// same.
package func lineDifference(of text: String, from wanted: String, atMost most: Int = 20) -> String?
{
  let (there, wanted) = (lines(of: text), lines(of: wanted))
  if there == wanted { return nil }
  var changes: [(line: Int, text: String)] = []
  for change in there.difference(from: wanted) {
    switch change {
    case .insert(let line, let text, _): changes.append((line, "+ \(line + 1): \(text)"))
    case .remove(let line, let text, _): changes.append((line, "- \(line + 1): \(text)"))
    }
  }
  changes.sort { ($0.line, $1.text) < ($1.line, $0.text) }
  let shown = changes.prefix(most).map(\.text)
  let rest = changes.count - shown.count
  return (shown + (rest > 0 ? ["and \(rest) more"] : [])).joined(separator: "\n")
}

private func lines(of text: String) -> [Substring] {
  text.split(separator: "\n", omittingEmptySubsequences: false)
}
