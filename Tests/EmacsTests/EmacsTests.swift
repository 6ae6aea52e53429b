import Testing

@testable import Emacs
