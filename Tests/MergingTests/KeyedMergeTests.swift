import Testing

@Suite struct KeyedMergeTests {
  @Test(
    "Front matter is merged by key and gets no marks (chaos L6)",
    arguments: [
      // Lists are sets.
      FileCase(
        "---\ntags: [a, b]\n---\nx\n", "---\ntags: [a, b, c]\n---\nx\n",
        "---\ntags: [b, d]\n---\nx\n", "---\ntags: [b, c, d]\n---\nx\n"),
      FileCase(
        "---\ntags:\n  - a\n---\nx\n", "---\ntags:\n  - a\n  - c\n---\nx\n",
        "---\ntags:\n  - a\n  - d\n---\nx\n", "---\ntags:\n  - a\n  - c\n  - d\n---\nx\n"),
      FileCase(
        "---\naliases: A\n---\n", "---\naliases: [A, B]\n---\n", "---\naliases: [A, C]\n---\n",
        "---\naliases: [A, B, C]\n---\n"),
      FileCase(
        nil, "---\ntags: [a]\n---\nx\n", "---\ntags: [b]\n---\nx\n",
        "---\ntags: [a, b]\n---\nx\n"),
      // Keys added by both sides, although they touch.
      FileCase(
        "---\na: 1\n---\nx\n", "---\na: 1\nb: 2\n---\nx\n", "---\na: 1\nc: 3\n---\nX\n",
        "---\na: 1\nc: 3\nb: 2\n---\nX\n"),
      FileCase(
        "---\na: 1\nb: 2\n---\n", "---\na: 2\nb: 2\n---\n", "---\na: 1\nb: 3\n---\n",
        "---\na: 2\nb: 3\n---\n"),
      FileCase(
        "---\na: 1\nb: 2\n---\n", "---\nb: 2\na: 1\n---\n", "---\na: 1\nb: 3\n---\n",
        "---\nb: 3\na: 1\n---\n"),
      FileCase(
        "---\na: 1\nb: 2\n---\n", "---\na: 1\n---\n", "---\na: 2\nb: 2\n---\n", "---\na: 2\n---\n"),
      // A key changed on one side and removed on the other stays.
      FileCase(
        "---\na: 1\nb: 2\n---\n", "---\na: 1\n---\n", "---\na: 1\nb: 3\n---\n",
        "---\na: 1\nb: 3\n---\n"),
      FileCase(
        "---\na: 1\n---\nx\n", "---\na: 2\n---\nx\n", "---\na: 3\n---\nx\n",
        "---\na: 2\n---\n<<<<<<< laptop\na: 2\n=======\na: 3\n>>>>>>> phone\nx\n", conflicts: 1),
      // Each side's next change goes next to the marks.
      FileCase(
        "---\na: 2\n---\n<<<<<<< laptop\na: 2\n=======\na: 3\n>>>>>>> phone\nx\n",
        "---\na: 2\nb: 1\n---\n<<<<<<< laptop\na: 2\n=======\na: 3\n>>>>>>> phone\nx\n",
        "---\na: 2\n---\n<<<<<<< laptop\na: 2\n=======\na: 3\n>>>>>>> phone\ny\n",
        "---\na: 2\nb: 1\n---\n<<<<<<< laptop\na: 2\n=======\na: 3\n>>>>>>> phone\ny\n"),
      // A block scalar is one value.
      FileCase(
        "---\na: |\n  x\n  y\n  z\n---\n", "---\na: |\n  X\n  y\n  z\n---\n",
        "---\na: |\n  x\n  y\n  Z\n---\n", "---\na: |\n  X\n  y\n  Z\n---\n"),
      // Lists with comments among their items, and broken front matter, are merged by line.
      FileCase(
        "---\ntags:\n  - a # why\n---\n", "---\ntags:\n  - b # x\n  - a # why\n---\n",
        "---\ntags:\n  - a # why\n  - c # y\n---\n",
        "---\ntags:\n  - b # x\n  - a # why\n  - c # y\n---\n"),
      FileCase(
        "---\na: [\nb: 2\nc: 3\n---\n", "---\na: [\nb: 2\nc: 4\n---\n",
        "---\na: (\nb: 2\nc: 3\n---\n",
        "---\na: (\nb: 2\nc: 4\n---\n"),
      // One side has no front matter yet.
      FileCase("x\n", "---\na: 1\n---\nx\n", "x\ny\n", "---\na: 1\n---\nx\ny\n"),
      FileCase(
        "x\n", "---\na: 1\n---\nx\n", "---\nb: 2\n---\nx\ny\n", "---\nb: 2\na: 1\n---\nx\ny\n"),
      FileCase(
        "---\r\na: 1\r\n---\r\nx\r\n", "---\r\na: 1\r\nb: 2\r\n---\r\nx\r\n",
        "---\r\na: 2\r\n---\r\nx\r\n", "---\r\na: 2\r\nb: 2\r\n---\r\nx\r\n"),
    ])
  func mergesFrontMatterByKey(_ c: FileCase) { c.check() }

  @Test(arguments: [
    FileCase(
      "a.base", "filters: x\nviews:\n  - type: table\n", "filters: y\nviews:\n  - type: table\n",
      "filters: x\nformulas:\n  a: b\nviews:\n  - type: cards\n",
      "filters: y\nformulas:\n  a: b\nviews:\n  - type: cards\n"),
    FileCase("a.base", "filters: x\n", "filters: y\n", "filters: z\n", nil),
  ])
  func mergesBasesByKey(_ c: FileCase) { c.check() }
}

@Suite struct CanvasMergeTests {
  private static let card = #"{"id":"1","type":"text","text":"one","x":0,"y":0}"#
  private static let moved = #"{"id":"1","type":"text","text":"one","x":9,"y":0}"#
  private static let new = #"{"id":"2","type":"text","text":"two","x":0,"y":5}"#
  private static let other = #"{"id":"3","type":"file","file":"A.md","x":0,"y":7}"#
  private static let edge = #"{"id":"e","fromNode":"2","toNode":"1"}"#

  private static func canvas(_ nodes: [String], _ edges: [String] = []) -> String {
    func list(_ items: [String]) -> String {
      items.isEmpty ? "[]" : "[\n\t\t" + items.joined(separator: ",\n\t\t") + "\n\t]"
    }
    return "{\n\t\"nodes\":\(list(nodes)),\n\t\"edges\":\(list(edges))\n}"
  }

  @Test(arguments: [
    // Both sides add cards and arrows.
    FileCase(
      "a.canvas", canvas([card]), canvas([card, new], [edge]), canvas([card, other]),
      canvas([card, other, new], [edge])),
    // One side moved a card, the other wrote in it.
    FileCase(
      "a.canvas", canvas([card]), canvas([moved]),
      canvas([card.replacing("one", "uno")]), canvas([moved.replacing("one", "uno")])),
    FileCase(
      "a.canvas", canvas([card, new]), canvas([card]), canvas([moved, new]), canvas([moved])),
    // A card removed on one side and changed on the other stays.
    FileCase(
      "a.canvas", canvas([card, new]), canvas([new]), canvas([moved, new]), canvas([moved, new])),
    // A card removed on one side, with a new arrow to it on the other.
    FileCase(
      "a.canvas", canvas([card, new]), canvas([new]), canvas([card, new], [edge]),
      canvas([new, card], [edge])),
    FileCase(
      "a.canvas", canvas([card]), canvas([card.replacing("one", "uno")]),
      canvas([card.replacing("one", "eins")]),
      canvas([
        card.replacing(
          "one", "<<<<<<< laptop\\nuno\\n=======\\neins\\n>>>>>>> phone")
      ]), conflicts: 1),
    FileCase(
      "a.canvas", canvas([other]), canvas([other.replacing("A.md", "B.md")]),
      canvas([other.replacing("A.md", "C.md")]), nil),
    FileCase("a.canvas", nil, canvas([card]), canvas([new]), canvas([new, card])),
    // If both sides moved a card, one position wins.
    FileCase(
      "a.canvas", canvas([card]), canvas([moved]), canvas([card.replacing("\"x\":0", "\"x\":4")]),
      canvas([moved])),
    FileCase("a.canvas", "{}", "{\"a\":1,}", "{\"b\":1}", nil),
    FileCase("a.canvas", "{}", "{\"a\":1,\"a\":2}", "{\"b\":1}", nil),
    FileCase("a.canvas", "{}", "[1]", "{\"b\":1}", nil),
  ])
  func mergesCardsByTheirIDs(_ c: FileCase) { c.check() }
}

extension String {
  fileprivate func replacing(_ old: String, _ new: String) -> String {
    var parts: [Substring] = []
    var rest = self[...]
    while let found = rest.firstRange(of: old) {
      parts.append(rest[..<found.lowerBound])
      rest = rest[found.upperBound...]
    }
    return (parts + [rest]).joined(separator: new)
  }
}
