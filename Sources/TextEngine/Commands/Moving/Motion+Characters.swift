extension CommandID {
  package static let charLeft: Self = "char-left"
  package static let charRight: Self = "char-right"
  package static let wordLeft: Self = "word-left"
  package static let wordRight: Self = "word-right"
}

extension Motion {
  static let characters: [Motion] = [
    Motion(.charLeft, "one character left", leaves: .left) { $0.boundary(before: $1) },
    Motion(.charRight, "one character right", leaves: .right) { $0.boundary(after: $1) },
    Motion(.wordLeft, "one word left") { $0.wordStart(before: $1) },
    Motion(.wordRight, "one word right") { $0.wordEnd(after: $1) },
  ]
}
