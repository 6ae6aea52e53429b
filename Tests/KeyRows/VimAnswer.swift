import Cells

extension VimRow {
  /// What the keys made of the text, as JSON.
  package func answer(_ own: Outcome) -> String {
    var members = [
      "\"id\": \(JSONText.quoted(id))", "\"after\": \(JSONText.quoted(own.after))",
      "\"at\": \(own.at)", "\"mode\": \(JSONText.quoted(own.mode))",
    ]
    if let anchor = own.anchor { members.append("\"anchor\": \(anchor)") }
    let registers = own.registers.sorted { $0.key < $1.key }.map { name, register in
      "\(JSONText.quoted(name)): [\(register.map(JSONText.quoted).joined(separator: ", "))]"
    }
    members.append("\"registers\": {\(registers.joined(separator: ", "))}")
    return "{\(members.joined(separator: ", "))}"
  }
}
