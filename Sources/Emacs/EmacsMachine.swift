import TextEngine

/// Emacs's keys over a text.
package struct EmacsMachine {
  package init() {}
}
