import Bytes
import MarkdownLines

/// What a line is, by how it begins and by what is open above.
extension BlockScanner {
  enum LineKind: Equatable {
    case blank, fenceText, fenceEnd, code, html, ruler, table, definition, empty, text
    case heading(Int)
    case underline(Int)
    case fenceStart(mark: UInt8, count: Int)
  }

  struct LineRead {
    var kind: LineKind
    /// Where its text starts, behind the signs of lists and quotes.
    var text: Int
    /// The paragraph above goes on.
    var continues = false
    var isPlain = false
    var markerColumn = -1
    var isDone = false
  }

  /// Reads how a line begins; the state is then the one behind the line.
  mutating func read(_ line: TextLine, _ state: inout BlockState) -> LineRead {
    var place = LinePlace(index: line.start, column: 0)
    place.skipBlanks(bytes, line.stop)
    if place.index >= line.stop {
      state.endParagraph()
      if state.fence.quoteDepth > 0 || state.fence.html == .element { leaveFence(&state) }
      if state.mode == .fence { return LineRead(kind: .fenceText, text: line.start) }
      if state.mode == .html { return LineRead(kind: .html, text: line.start) }
      state.quoteDepth = 0
      return LineRead(kind: .blank, text: line.stop)
    }
    if state.mode == .fence || state.mode == .html,
      let inside = readFenced(&place, line, &state)
    {
      return inside
    }
    return readContainers(&place, line.stop, &state)
  }

  private func leaveFence(_ state: inout BlockState) {
    state.mode = .text
    state.fence = BlockState.Fence()
  }

  /// A line of the fenced code or of the HTML above; nil where the line stands outside, and ends it.
  private mutating func readFenced(
    _ place: inout LinePlace, _ line: TextLine, _ state: inout BlockState
  ) -> LineRead? {
    let (start, stop) = (place, line.stop)
    let fence = state.fence
    var depth: UInt8 = 0
    while depth < fence.quoteDepth, place.index < stop, bytes[place.index] == Byte.greater {
      depth += 1
      mark(place.index, place.index + 1, [.quote, .marker])
      place.skip(1)
      place.skipBlanks(bytes, stop)
    }
    if depth < fence.quoteDepth || place.index < stop && place.column < Int(fence.column) {
      leaveFence(&state)
      marks.removeAll(keepingCapacity: true)
      place = start
      return nil
    }
    if fence.html != nil {
      var inside = line
      inside.text = place.index
      closeHtml(in: inside, &state)
      return LineRead(kind: .html, text: place.index)
    }
    let count = buffer.run(of: fence.mark, from: place.index, to: stop)
    if count >= Int(fence.count), place.index + count == stop {
      leaveFence(&state)
      return LineRead(kind: .fenceEnd, text: place.index)
    }
    return LineRead(kind: .fenceText, text: place.index)
  }

  /// The open block of HTML ends with a line that has its end in it.
  mutating func closeHtml(in line: TextLine, _ state: inout BlockState) {
    guard let html = state.fence.html, html.ends(bytes, in: line.text, line.stop) else { return }
    leaveFence(&state)
  }

  private mutating func readContainers(
    _ place: inout LinePlace, _ stop: Int, _ state: inout BlockState
  ) -> LineRead {
    if let level = underline(place, stop, state) {
      state.endParagraph()
      return LineRead(kind: .underline(level), text: place.index, continues: true)
    }
    var itemsAbove = state.items.count
    let hasItems = itemsAbove > 0
    let wasInParagraph = state.isInParagraph
    var depth = 0
    var quoteColumn = 0
    var markerColumn = -1
    var isDone = false
    var ruler = RulerCheck()
    var isTask = false
    var canBeCode = !wasInParagraph
    while place.index < stop {
      let indent =
        markerColumn >= 0
        ? 0 : place.column - max(quoteColumn, openColumn(at: place.column, &state))
      if indent >= 4, canBeCode { return LineRead(kind: .code, text: place.index) }
      if bytes[place.index] == Byte.greater, indent < 4 {
        depth += 1
        mark(place.index, place.index + 1, [.quote, .marker])
        place.skip(1)
        quoteColumn = place.column + 1
        if depth > Int(state.quoteDepth) { canBeCode = false }
        place.skipBlanks(bytes, stop)
        continue
      }
      if ruler.isRuler(bytes, place.index, stop) { break }
      guard indent < 4 || hasItems,
        let width = LineSigns.itemWidth(
          bytes, place.index, stop, isInText: wasInParagraph && state.items.isEmpty)
      else { break }
      if markerColumn < 0 {
        while let column = state.items.last, column > place.column { state.items.removeLast() }
        itemsAbove = min(itemsAbove, state.items.count)
        markerColumn = place.column
      }
      canBeCode = false
      mark(place.index, place.index + width, [.listMarker])
      place.skip(width)
      place.skipBlanks(bytes, stop)
      state.items.append(place.column)
      if let done = readTask(&place, stop) {
        isDone = done
        isTask = true
        break
      }
    }
    let depthAbove = Int(state.quoteDepth)
    if depth != depthAbove, markerColumn >= 0 || !wasInParagraph || depth > depthAbove {
      // Another quote: the lists above are not its own.
      state.items.removeFirst(itemsAbove)
      state.quoteDepth = UInt8(min(depth, 255))
      state.isInParagraph = false
    }
    if markerColumn >= 0 { state.isInParagraph = false }
    let isPlain = depth == 0 && markerColumn < 0
    var read =
      (isTask ? nil : readHtml(place, stop, &state, isPlain: isPlain))
      ?? readContent(place, stop, &state, isPlain: isPlain)
    read.markerColumn = markerColumn
    read.isDone = isDone
    return read
  }

  /// The column at which the text of the open item stands that a line at `column` belongs to.
  private func openColumn(at column: Int, _ state: inout BlockState) -> Int {
    // Text right below an item's text goes on with it wherever it stands.
    if state.isInParagraph { return state.items.column }
    while let last = state.items.last, last > column { state.items.removeLast() }
    return state.items.column
  }

  private mutating func readContent(
    _ place: LinePlace, _ stop: Int, _ state: inout BlockState, isPlain: Bool
  ) -> LineRead {
    let start = place.index
    if start >= stop {
      state.endParagraph()
      return LineRead(kind: .empty, text: start)
    }
    switch bytes[start] {
    case Byte.hash:
      if let level = LineSigns.headingLevel(bytes, start, stop),
        place.column - state.items.column < 4 || !isPlain
      {
        if isPlain, place.column < state.items.column { state.items.removeAll() }
        state.endParagraph()
        state.isOneLine = true
        return LineRead(kind: .heading(level), text: start, isPlain: isPlain)
      }
    case Byte.backtick, Byte.tilde:
      if let read = readFence(place, stop, &state) { return read }
    case Byte.dash, Byte.star, Byte.underscore:
      var ruler = RulerCheck()
      if ruler.isRuler(bytes, start, stop) {
        state.endParagraph()
        state.items.removeAll()
        return LineRead(kind: .ruler, text: start)
      }
    case Byte.bar:
      state.isInParagraph = true
      state.isPlain = false
      state.isOneLine = true
      return LineRead(kind: .table, text: start)
    case Byte.opening:
      if !state.isInParagraph, LinkDefinition(bytes, start, stop) != nil {
        return LineRead(kind: .definition, text: start)
      }
    default: break
    }
    let continues = state.isInParagraph
    if !continues {
      state.isInParagraph = true
      state.isPlain = isPlain
      state.isOneLine = false
    }
    return LineRead(kind: .text, text: start, continues: continues, isPlain: isPlain)
  }

  /// A block of HTML that begins here. Comments are read as text that is hidden.
  private mutating func readHtml(
    _ place: LinePlace, _ stop: Int, _ state: inout BlockState, isPlain: Bool
  ) -> LineRead? {
    let start = place.index
    guard start < stop, bytes[start] == Byte.less,
      place.column - state.items.column < 4 || !isPlain,
      let html = HtmlBlock(bytes, start, stop, isInText: state.isInParagraph), html != .comment
    else { return nil }
    if isPlain {
      while let column = state.items.last, column > place.column { state.items.removeLast() }
    }
    state.endParagraph()
    if !html.ends(bytes, in: start, stop) {
      state.mode = .html
      state.fence = BlockState.Fence(
        quoteDepth: state.quoteDepth, column: UInt8(min(state.items.column, place.column, 255)),
        html: html)
    }
    return LineRead(kind: .html, text: start)
  }

  private mutating func readFence(
    _ place: LinePlace, _ stop: Int, _ state: inout BlockState
  ) -> LineRead? {
    guard let count = LineSigns.fenceCount(bytes, place.index, stop) else { return nil }
    let sign = bytes[place.index]
    state.endParagraph()
    state.mode = .fence
    state.fence = BlockState.Fence(
      mark: sign, count: UInt16(count), quoteDepth: state.quoteDepth,
      column: UInt8(min(state.items.column, place.column, 255)))
    return LineRead(kind: .fenceStart(mark: sign, count: count), text: place.index)
  }

  mutating func mark(_ low: Int, _ high: Int, _ kinds: InkSet) {
    if canvas.isOn { marks.append(Mark(range: low..<high, kinds: kinds)) }
  }
}
