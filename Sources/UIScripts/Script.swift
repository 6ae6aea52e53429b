package import Entities
package import Terminal

/// A parsed UI script: actions and expectations, each with its line.
package struct Script: Equatable, Sendable {
  package var file: String
  /// The opening comment, which describes the behavior.
  package var sentence: String?
  package var steps: [Step]
  /// The file, line by line, for recording.
  package var lines: [String]

  package struct Step: Equatable, Sendable {
    /// The line number, from 1.
    package var line: Int
    package var text: String
    package var verb: Verb
  }

  package enum Verb: Equatable, Sendable {
    case size(Size)
    case clock(CivilTime)
    case tick(Duration)
    case vault(folder: String)
    case encryptedVault(passphrase: String)
    case note(path: String, text: String)
    case start(arguments: [String])
    case press([Key])
    case type(String)
    case paste(String)
    case click(Point, Key.Modifiers)
    case drag(Point, to: Point)
    case wheel(isDown: Bool, Point)
    case expect(String)
    case refuse(String)
    case screen([ScreenRow])
    case style(Point, [StyleCheck])
    /// Nil: the cursor is hidden.
    case cursor(Point?)
    case file(path: String, text: String)
    case noFile(path: String)
    /// A file in the user's data folder.
    case data(path: String, text: String)
    /// A file in the user's settings folder.
    case config(path: String, text: String)
    /// No file of the home, including the vault's and the app's, contains the text.
    case nowhere(String)
    /// Saves the text on the screen from a point on, `cells` wide, so that a random text can be
    /// typed later.
    case remember(Point, cells: Int)
    /// Types the text that was saved last, or its last characters.
    case recall(last: Int?)
    case modules(String)
    case exit(Int32)
    case run(arguments: [String], output: String)
  }

  package enum ScreenRow: Equatable, Sendable {
    case text(String)
    /// `|...`: any number of rows, including none.
    case any
  }

  package enum StyleCheck: Equatable, Sendable {
    case attribute(Style.Attributes)
    case foreground(Color)
    case background(Color)
    case role(Role)
  }

  /// Whether the script moves the clock while the app runs, which only the fake can do.
  package var turnsClock: Bool {
    var hasStarted = false
    for step in steps {
      switch step.verb {
      case .tick: return true
      case .clock where hasStarted: return true
      default: hasStarted = hasStarted || step.verb.needsApp
      }
    }
    return false
  }
}

extension Script.Verb {
  /// Whether the step starts the app if it is not running yet.
  var needsApp: Bool {
    switch self {
    case .start, .press, .type, .paste, .click, .drag, .wheel, .expect, .refuse, .screen, .style,
      .cursor, .remember, .recall, .modules, .exit:
      true
    case .size, .clock, .tick, .vault, .encryptedVault, .note, .file, .noFile, .data, .config,
      .nowhere, .run:
      false
    }
  }
}

/// A mistake in a script, with its location.
package struct ScriptError: Error, Equatable, Sendable, CustomStringConvertible {
  package var file: String
  package var line: Int
  package var message: String

  package var description: String { "\(file):\(line): \(message)" }
}

/// All mistakes in one script. None of it was run.
package struct ScriptErrors: Error, Equatable, Sendable {
  package var all: [ScriptError]
}
