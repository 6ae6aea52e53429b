import Testing

@testable import Vim
