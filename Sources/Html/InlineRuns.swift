import Bytes

struct InlineStyles: OptionSet, Hashable {
  let rawValue: UInt16

  static let strong = InlineStyles(rawValue: 1)
  static let emphasis = InlineStyles(rawValue: 2)
  static let struck = InlineStyles(rawValue: 4)
  static let marked = InlineStyles(rawValue: 8)
  static let below = InlineStyles(rawValue: 16)
  static let above = InlineStyles(rawValue: 32)
  static let inserted = InlineStyles(rawValue: 64)
  static let underlined = InlineStyles(rawValue: 128)
  static let key = InlineStyles(rawValue: 256)
  /// Code is a kind of text, without other styles in it.
  static let code = InlineStyles(rawValue: 512)

  /// The styles that are written with signs around them, and their HTML elements.
  static let wrapping: [(style: InlineStyles, element: String)] = [
    (.strong, "strong"), (.emphasis, "em"), (.struck, "del"), (.marked, "mark"),
    (.inserted, "ins"), (.underlined, "u"), (.below, "sub"), (.above, "sup"), (.key, "kbd"),
  ]
}

/// The words of a block with their styles, before they become lines of Markdown.
struct InlineRuns {
  enum Content: Equatable {
    case text([UInt8])
    /// Markdown that is copied.
    case raw([UInt8])
    case lineBreak
    /// The start or end of a block, which ends a line that has begun.
    case edge
    case box(isDone: Bool)
  }

  struct Run {
    var content: Content
    var styles: InlineStyles = []
    /// The index of the link; -1 for none.
    var link = -1
  }

  struct Link {
    var destination: String
    var title: String
  }

  private(set) var runs: [Run] = []
  private(set) var links: [Link] = []
  var styles: InlineStyles = []
  var link = -1

  var isEmpty: Bool { runs.isEmpty }

  /// Whether there is a task's box but none of its words yet.
  var isOnlyBox: Bool {
    runs.contains { if case .box = $0.content { true } else { false } }
      && runs.allSatisfy {
        switch $0.content {
        case .box: true
        case .text(let text): text == [Byte.space]
        default: false
        }
      }
  }

  mutating func begin(_ new: Link) -> Int {
    links.append(new)
    return links.count - 1
  }

  mutating func add(_ text: [UInt8]) {
    var collapsed: [UInt8] = []
    Self.appendCollapsed(text, to: &collapsed)
    guard !collapsed.isEmpty else { return }
    if let last = runs.last, last.styles == styles, last.link == link,
      case .text(var before) = last.content
    {
      runs[runs.count - 1].content = .edge
      before +=
        before.last == Byte.space && collapsed[0] == Byte.space ? collapsed[1...] : collapsed[...]
      runs[runs.count - 1].content = .text(before)
    } else {
      add(.text(collapsed))
    }
  }

  mutating func add(_ content: Content) {
    runs.append(Run(content: content, styles: styles, link: link))
  }

  /// Removes and returns the words as lines; open styles and links continue.
  mutating func takeLines() -> [InlineLine] {
    var lines: [InlineLine] = []
    var line = InlineLine()
    for run in runs {
      switch run.content {
      case .edge:
        // A box belongs to the words after it.
        if !line.runs.isEmpty {
          lines.append(line)
          line = InlineLine()
        }
      case .lineBreak:
        lines.append(line)
        line = InlineLine()
      case .box(let isDone):
        if line.isEmpty {
          line.box = isDone
        } else {
          line.add(Run(content: .text(isDone ? Self.done : Self.open)))
        }
      default: line.add(run)
      }
    }
    if !line.isEmpty { lines.append(line) }
    runs = []
    while lines.last?.isEmpty == true { lines.removeLast() }
    return Array(lines.drop(while: \.isEmpty))
  }

  static let open = Array(" ☐ ".utf8)
  static let done = Array(" ☑ ".utf8)

  /// Appends text as HTML renders it: with single blanks, and without control characters.
  static func appendCollapsed(_ text: [UInt8], to out: inout [UInt8]) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte == 0xc2, index + 1 < text.count, text[index + 1] == 0xa0 {
        if out.last != Byte.space { out.append(Byte.space) }
        index += 2
        continue
      }
      if Byte.isBlank(byte) {
        if out.last != Byte.space { out.append(Byte.space) }
      } else if byte > 0x20, byte != 0x7f {
        out.append(byte)
      }
      index += 1
    }
  }
}

struct InlineLine {
  /// Whether a task's box at the start of the line is checked; nil without a box.
  var box: Bool?
  private(set) var runs: [InlineRuns.Run] = []
  /// The styles and the link of a pending blank, which all runs around it share.
  private var blank: (styles: InlineStyles, link: Int)?

  var isEmpty: Bool { runs.isEmpty && box == nil }

  /// Adds a run. Blanks at a style's ends move out of it; those at the line's ends are dropped.
  mutating func add(_ run: InlineRuns.Run) {
    guard case .text(let text) = run.content else {
      writeBlank(before: run)
      runs.append(run)
      return
    }
    var core = text[...]
    if core.first == Byte.space {
      addBlank(of: run)
      core.removeFirst()
    }
    guard !core.isEmpty else { return }
    writeBlank(before: run)
    let endsBlank = core.last == Byte.space
    if endsBlank { core.removeLast() }
    append(Array(core), run.styles, run.link)
    if endsBlank { addBlank(of: run) }
  }

  private mutating func addBlank(of run: InlineRuns.Run) {
    blank = (blank?.styles ?? run.styles, blank?.link ?? run.link)
    blank?.styles.formIntersection(run.styles)
    if blank?.link != run.link { blank?.link = -1 }
  }

  private mutating func writeBlank(before run: InlineRuns.Run) {
    defer { blank = nil }
    guard blank != nil, let last = runs.last else { return }
    addBlank(of: last)
    addBlank(of: run)
    guard let blank else { return }
    if last.styles == run.styles, last.link == run.link {
      append([Byte.space], blank.styles, blank.link)
    } else {
      runs.append(
        InlineRuns.Run(content: .text([Byte.space]), styles: blank.styles, link: blank.link))
    }
  }

  private mutating func append(_ text: [UInt8], _ styles: InlineStyles, _ link: Int) {
    if let last = runs.last, last.styles == styles, last.link == link,
      case .text(var before) = last.content, before != [Byte.space]
    {
      runs[runs.count - 1].content = .edge
      before += text
      runs[runs.count - 1].content = .text(before)
    } else {
      runs.append(InlineRuns.Run(content: .text(text), styles: styles, link: link))
    }
  }
}
