import Entities

// The notes around a note, drawn and walked.

/// A note in the middle, those that lead to it on the left, those it leads to on the right.
struct LinkGraph: Equatable {
  struct Side: Equatable {
    var titles: [String] = []
    /// How many there are beyond those.
    var more = 0
  }

  enum Place: Equatable, Sendable {
    case middle
    case left(Int)
    case right(Int)
  }

  var middle = ""
  var left = Side()
  var right = Side()
  var selected = Place.middle
  /// The neighbours of the selected note on its far side, where there is room to show them.
  var beyond: Side?
  var isLoading = true
}

enum GraphCommand: Equatable, Sendable {
  case up
  case down
  case left
  case right
  /// The selected note comes into the middle.
  case center
  /// The note that was in the middle before comes back.
  case goBack
  case select(LinkGraph.Place)
  case open
  case peek
  case close
}

/// What the interactor lets out of the notes around one.
struct NoteNeighbours: Equatable, Sendable {
  struct Neighbour: Equatable, Sendable {
    var note: NoteID
    var title: String
  }

  struct Side: Equatable, Sendable {
    /// Each note once, the newest first.
    var notes: [Neighbour] = []
    var more = 0
  }

  var note: NoteID
  var title: String
  /// Those that lead to it.
  var incoming = Side()
  /// Those it leads to, in the order of its text.
  var outgoing = Side()
}
